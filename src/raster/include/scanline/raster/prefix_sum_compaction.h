#pragma once
#include "scanline/raster/block_compaction.h"
#include "scanline/raster/prefix_sum.h"

namespace scanline::raster {

/// What Horn's algorithm and Jumping Jack share: prefix sums of the invalid elements, then a search in them.
class PrefixSumCompaction : public BlockCompaction {
public:
    Mark mark() const final { return Mark::invalid; }
    BlockCounts operator()(const StreamTexture& values, const StreamTexture& flags,
                           const StreamTexture& output) final;
    std::int64_t scratch_bytes() const final { return scratch_.bytes(); }

protected:
    /// fragment: the search, with samplers u_values, u_inv and u_sums.
    PrefixSumCompaction(Engine& engine, const StreamLayout& layout, const CompactionOptions& options,
                        const std::string& fragment, Search::LoopBound bound);

private:
    Engine& engine_;
    StreamLayout layout_;
    PrefixSum prefix_sum_;
    Search search_;
    StreamPair scratch_;
};

} // namespace scanline::raster
