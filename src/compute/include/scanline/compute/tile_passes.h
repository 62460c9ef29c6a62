#pragma once
#include "scanline/compute/kernel.h"
#include "scanline/compute/scan_tile.h"

#include <string_view>
#include <vector>

namespace scanline::compute {

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
