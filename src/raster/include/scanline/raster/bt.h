#pragma once
#include "scanline/raster/block_compaction.h"
#include "scanline/raster/tree.h"

namespace scanline::raster {

/// Binary tree: every block's valid elements are counted in a tree, and output i descends it, to the left
/// child where its count covers i, else past it to the right. Stable; no prefix sums; log2(b) + 1 fetches for
/// each survivor. Source: GRAPP 2009, section 3.4, after Gress et al. and Ziegler et al. 2006.
///
///     valid   1 0 1 1 1 1 1 0
///     counts  1   2   2   1
///             3       3
///             6
///
/// Output 4 is not among the left 3; of the right 3 it is in the first 2, and there the second: element 5.
class Bt final : public BlockCompaction {
public:
    Bt(Engine& engine, const StreamLayout& layout, const CompactionOptions& options);

    Mark mark() const override { return Mark::valid; }
    BlockCounts operator()(const StreamTexture& values, const StreamTexture& flags,
                           const StreamTexture& output) override;
    std::int64_t scratch_bytes() const override { return tree_.bytes(); }

private:
    Engine& engine_;
    StreamLayout layout_;
    UpSweep up_sweep_;
    Search search_;
    StreamPair tree_;
};

} // namespace scanline::raster
