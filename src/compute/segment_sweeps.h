#pragma once
#include "radix_kernels.h"

namespace scanline::compute::detail {

/// Sorts long segments: as RadixSweeps, over the tiles of all of them together, but a look-back ends where
/// its segment begins.
class SegmentSweeps {
public:
    SegmentSweeps(Engine& engine, const RadixKind& kind, const RadixShape& shape);

    /// Which keys the tiles are, and the counts of their digits. The words: see segment_table.glsl.
    struct Table {
        BufferRange words;
        std::int64_t tiles, segments; ///< at most
    };
    /// least_keys: of a long segment.
    Table make_table(Arena::Scope& scratch, std::int64_t keys, std::int64_t segments,
                     std::int64_t least_keys) const;
    std::int64_t tile() const { return tile_; }

    /// tiles: their number, on the GPU.
    void sort(Engine& engine, Arena::Scope& scratch, const RadixArrays& from, const RadixArrays& to,
              const Table& table, const BufferRange& tiles) const;

private:
    RadixKind kind_;
    std::int64_t tile_;
    CopyKernel copy_;
    Kernel digits_;
    std::array<Kernel, 2> sweep_; ///< the first, and those after it
};

} // namespace scanline::compute::detail
