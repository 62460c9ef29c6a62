#pragma once
#include "scanline/raster/compaction.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/prefix_sum.h"
#include "scanline/raster/search.h"

#include <string>

namespace scanline::raster {

/// The part that Horn's algorithm and Jumping Jack share: prefix sums of a block's invalid elements, then a
/// search, which is their own.
class PrefixSumCompaction final : public BlockCompaction {
public:
    /// fragment: the search, with samplers u_values, u_inv and u_sums.
    PrefixSumCompaction(Engine& engine, const StreamLayout& layout, const CompactionOptions& options,
                        const std::string& fragment, LoopBound bound)
        : layout_(layout), monotonic_(keeps_order(options.algorithm)),
          prefix_sum_(engine, layout, options.prefix_sum),
          search_(engine, layout, options.payload, fragment, {"u_values", "u_inv", "u_sums"}, bound),
          scratch_(engine.make_pair(layout)) {}

    Mark mark() const override { return Mark::invalid; }
    bool monotonic() const override { return monotonic_; }
    std::int64_t scratch_bytes() const override { return scratch_.bytes(); }

    BlockCounts operator()(const StreamTexture& values, const StreamTexture& flags,
                           const StreamTexture& output) override {
        const StreamTexture& sums = prefix_sum_(flags, scratch_, stage::prefix_sum);
        search_({{"values", values}, {"inv", flags}, {"sums", sums}}, output);
        return count_valid(layout_, sums);
    }

private:
    StreamLayout layout_;
    bool monotonic_;
    PrefixSum prefix_sum_;
    Search search_;
    StreamPair scratch_;
};

} // namespace scanline::raster
