#pragma once
#include "scanline/raster/packed_search_uniforms.h"
#include "scanline/raster/search_pass.h"

#include <initializer_list>

namespace scanline::raster {

/// The search of Packed where a branch saves nothing, as on software renderers, which run both of its sides:
/// long stretches of whole rows that take neighbouring elements are drawn by a program that only copies, the
/// rows between them by the search. Which rows those are only the GPU knows: vertex shaders look for them
/// in the lookup, so that nothing is read back. Stage and pass: see SearchPass.
///
///     survivors in 100.5 rows, of which 8 .. 31 and 60 .. 99 take neighbours: of each half the longest
///     stretch, so searched 0 .. 7, copied 8 .. 31, searched 32 .. 59, copied 60 .. 99, searched 100
class PackedRuns {
public:
    /// Whether it pays on this renderer and can be done, for which vertex shaders must fetch and an entry of
    /// the lookup stand for one row.
    static bool possible(const Engine& engine, const PackedLayout& layout);

    /// samplers: those of shaders/raster/packed_search.frag in the order of its units.
    PackedRuns(Engine& engine, const StreamLayout& stream, const PackedLayout& layout, Payload payload,
               std::initializer_list<const char*> samplers);

    /// inputs: of the samplers, in their order; the lookup names runs.
    void operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                    const StreamTexture& output) const;

    std::int64_t scratch_bytes() const;

private:
    /// What draws some of the rectangles of shaders/raster/packed_runs.vert.
    struct Painter {
        FillProgram program;
        PackedSearchUniforms search;
        CountUniforms count;
        GLint width, steps, bands;
        Painter(Engine& engine, Payload payload, std::initializer_list<const char*> samplers,
                const char* runs);
    };
    void paint(const Painter& painter, const CountTexel& count, int first_corner, int corners) const;

    StreamLayout stream_;
    PackedLayout layout_;
    Painter search_, copy_;
    SearchPass pass_;
    gl::Buffer corners_;
};

} // namespace scanline::raster
