#pragma once
#include "scanline/compute/engine.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/scan.h"

#include <string_view>
#include <vector>

namespace scanline::compute {

/// The shape of the tiles that groups scan, see shaders/compute/tile.glsl.
struct TileShape {
    ScanMethod method;
    int group; ///< invocations
    int items; ///< of each, a multiple of 4

    int elements() const { return group * items; }
    /// The constants METHOD and ITEMS.
    gl::Specialization constants() const;
};

/// The shapes that an algorithm uses: the small one for arrays of few tiles, where it is faster there.
struct TileShapes {
    TileShape large;
    std::optional<TileShape> small{};
};

/// For a partition of so many elements, which is within partition_limits(), or without one the best here.
/// value_words: 32-bit words of what is combined.
TileShapes tile_shapes(const Engine& engine, std::optional<ScanMethod> method, std::optional<int> partition,
                       int value_words = 1);

/// The passes of an algorithm that scans tiles and does something with what it finds: one where it is
/// chained, three otherwise. Scan is one of them, Compact another.
class TilePasses {
public:
    struct Shader {
        std::string_view pass; ///< the name its pass is announced by
        std::string_view stem; ///< its shader, which goes through a tile and takes BEFORE
        /// The shader that gives the totals of tiles, of the same elements; see tile_totals.glsl.
        std::string_view reduce = "compute/scan_reduce";
        /// Of both shaders: what the elements are and how they are combined.
        gl::Specialization elements;
        gl::Specialization own; ///< of that shader alone
        int inputs;             ///< bindings of `reduce` before the totals
        int bindings;           ///< those of `stem`
        int silent_tiles = 0;   ///< as in ScanOptions
    };
    TilePasses(Engine& engine, ElementType value_type, ScanOrder order, const TileShapes& shapes,
               const Shader& shader);

    /// inputs: of the pass that reduces; bindings: of the one that goes through tiles, without the totals,
    /// which come behind them.
    struct Run {
        std::vector<Kernel::Binding> inputs;
        std::vector<Kernel::Uniform> input_uniforms{}; ///< of the pass that reduces
        std::vector<Kernel::Binding> bindings;
        std::vector<Kernel::Uniform> uniforms{};
        std::size_t output = 1; ///< which of the bindings is written
        bool always = false;    ///< as in Kernel::Run
    };
    void run(Engine& engine, Operation& operation, const Length& length, const Run& run) const;

    ScanOrder order() const { return order_; }
    /// The shape of the tiles of large arrays.
    const TileShape& shape() const { return large_.shape; }

private:
    /// The programs for tiles of one shape.
    struct Kernels {
        Kernels(Engine& engine, ScanOrder order, const TileShape& tile_shape, const Shader& shader);

        TileShape shape;
        std::optional<Kernel> reduce, tiles, totals, add;
    };

    ElementType value_type_;
    ScanOrder order_;
    std::string_view pass_;
    Kernels large_;
    std::optional<Kernels> small_;
};

/// The wanted order, which require_scan() or require_compact() has passed, or the best on this driver.
ScanOrder choose_order(Engine& engine, ElementType value_type, std::optional<ScanOrder> wanted);

} // namespace scanline::compute
