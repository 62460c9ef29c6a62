#pragma once
#include "kernel.h"
#include "scan_tile.h"

#include <string_view>
#include <vector>

namespace scanline::compute {

/// The passes of an algorithm that scans tiles and does something with what it finds: one where it is
/// chained, three otherwise. Scan is one of them, Compact another.
class TilePasses {
public:
    struct Shader {
        std::string_view stem; ///< its shader, which goes through a tile and takes BEFORE
        /// Of that shader and of scan_reduce.comp: what the elements are and how they are combined.
        gl::Specialization elements;
        gl::Specialization own; ///< of that shader alone
        int inputs;             ///< bindings of scan_reduce.comp before the totals
        int silent_tiles = 0;   ///< as in ScanOptions
    };
    TilePasses(Engine& engine, ElementType value_type, ScanOrder order, const TileShape& shape,
               const Shader& shader);

    /// inputs: of the pass that reduces; bindings: of the one that goes through tiles, without the totals,
    /// which come behind them.
    struct Run {
        std::vector<Kernel::Binding> inputs;
        std::vector<Kernel::Binding> bindings;
        std::vector<Kernel::Uniform> uniforms{};
        bool always = false; ///< as in Kernel::Run
    };
    void run(Engine& engine, Operation& operation, const Length& length, const Run& run) const;

    ScanOrder order() const { return order_; }
    const TileShape& shape() const { return shape_; }

private:
    gl::Specialization tile_constants(const Engine& engine, const Shader& shader) const;

    ElementType value_type_;
    ScanOrder order_;
    TileShape shape_;
    std::string_view stem_;
    std::optional<Kernel> reduce_, totals_, add_;
    std::optional<Kernel> tiles_;
};

/// The order asked for, or the best on this driver. Errors: usage for a chained scan of what has no 32 bits.
ScanOrder choose_order(Engine& engine, ElementType value_type, std::optional<ScanOrder> wanted);

} // namespace scanline::compute
