#pragma once
#include "scanline/raster/packed_search_uniforms.h"
#include "scanline/raster/point_tiles.h"
#include "scanline/raster/survivor_rows.h"

#include <initializer_list>
#include <span>

namespace scanline::raster {

/// The search of Packed by regions: tiles of output positions are told apart on the GPU, and each kind is
/// drawn by its own program into the one output. Tiles whose rows take neighbouring elements, as inside of
/// solid shapes, are copied; all others are searched. A vertex shader fetches the kinds, so that nothing is
/// read back. Stage: search; passes: packed-tiles, search.
class PackedTiles {
public:
    /// Whether this driver and this layout can: see points_are_exact(), and rows must hold a leaf.
    static bool possible(Engine& engine, const PackedLayout& layout);

    PackedTiles(Engine& engine, const StreamLayout& stream, const PackedLayout& layout, Payload payload);

    /// inputs: those of shaders/raster/packed_search.frag in the order of its units, the lookup second.
    void operator()(std::span<const Engine::Input> inputs, const CountTexel& count,
                    const StreamTexture& output) const;

    std::int64_t scratch_bytes() const;

private:
    enum class Kind { searched = 1, solid = 2 }; // as shaders/raster/packed_tiles.frag writes them

    /// The program of a kind.
    struct Painter {
        Kind kind;
        FillProgram program;
        PackedSearchUniforms search;
        PointTiles::Uniforms tiles;
        GLint width, steps;
        Painter(Engine& engine, const char* fragment, Payload payload, Kind painted);
    };
    void classify(const Engine::Input& lookup, const CountTexel& count) const;
    void paint(const Painter& painter) const;

    Engine& engine_;
    StreamLayout stream_;
    PackedLayout layout_;
    FillProgram classify_;
    CountUniforms classify_count_;
    GLint classify_width_, classify_rows_;
    SurvivorRows behind_;
    GLint behind_value_;
    Painter solid_, searched_;
    PointTiles tiles_;
    StreamTexture kinds_;
};

} // namespace scanline::raster
