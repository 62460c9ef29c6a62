// The two algorithms that search the prefix sums of a block's invalid elements.
#include "algorithms.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/prefix_sum.h"
#include "scanline/raster/search.h"

namespace scanline::raster {

namespace {

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

} // namespace

/// Gather-search: output position c of a block takes the element at c + d, where d is the number of invalid
/// elements up to there. Prefix sums ascend, so binary search finds d. Stable; at most log2(b) + 1 probes.
/// Sources: Horn, GPU Gems 2 (2005), chapter 36; GRAPP 2009, section 3.1.
///
///     elements        . a b . . c d . . . e . . f . .
///     prefix sums     1 1 1 2 3 3 3 4 5 6 6 7 8 8 9 10      output 2 is c: at 2 + 3 the sum is 3
std::unique_ptr<BlockCompaction> make_horn(Engine& engine, const StreamLayout& layout,
                                           const CompactionOptions& options) {
    return std::make_unique<PrefixSumCompaction>(engine, layout, options, "raster/horn_search.frag",
                                                 LoopBound{"u_max_probes", layout.levels() + 1});
}

/// Jumping Jack: valid elements among the first v of a block stay; every hole there is filled by following
/// pointers to the right until they reach a valid element. The k-th invalid element of the block points to
/// position b - k, so the pointers are injective, chains never meet, and the output is a permutation of the
/// survivors. Not stable. A chain has at most b - v pointers, which era limits allow for blocks up to 256.
/// Sources: Moreira, Reis, de Sousa, GRAPP 2009 (the companion paper); GRAPP 2009, section 3.2.
///
///     elements  . a b . c . . .     3 survivors, so places 0, 1, 2
///     pointers  7     6   5 4 3     of the 1st hole, the 2nd ...
///
/// Place 0 follows 0 -> 7 -> 3 -> 6 -> 4 and takes c; a and b stay: c a b.
std::unique_ptr<BlockCompaction> make_jj(Engine& engine, const StreamLayout& layout,
                                         const CompactionOptions& options) {
    return std::make_unique<PrefixSumCompaction>(engine, layout, options, "raster/jj_search.frag",
                                                 LoopBound{"u_max_jumps", layout.block});
}

} // namespace scanline::raster
