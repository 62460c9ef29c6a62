#include "algorithms.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/prefix_sum.h"
#include "scanline/raster/run_lengths.h"
#include "scanline/raster/search.h"

namespace scanline::raster {

namespace {

// The bound of the class comment in pairs of links, because the loop takes two steps at a time, with a spare
// pair for rounding.
int search_pairs(int block) {
    int links = 1;
    while (links * links < 2 * block)
        ++links;
    return links / 2 + 2;
}

/// Run-lengths of zeros: prefix sums over the lengths of the runs of invalid elements, each length at the
/// start of its run, contain only displacements that occur. A forward search d -> sums[i + d] from d =
/// sums[i] ends at the displacement of output i. Stable. Source: GRAPP 2009, section 3.3.
///
/// A search follows at most sqrt(2b) + 1 links, so its loop is short at every block size. Proof: after a
/// link, let m survivors lie beyond the position reached, including the one sought. The next link passes the
/// rest of the run there and m more elements. The first element after a run is valid, so m shrinks with every
/// link; a link from a valid element may leave m unchanged, but then the link that led there was longer by
/// one. Counted from the end, the links are at least 1, 1, 2, 3 ... elements long, and all lie in one block.
///
///     elements  . a b . . c d . . . e . . f .  .
///     run sums  1 1 1 3 3 3 3 6 6 6 6 8 8 8 10 10
///
/// Output 4 starts with sums[4] = 3, continues to sums[4 + 3] = 6 and stays at sums[4 + 6] = 6: element 10,
/// e.
class Rlz final : public BlockCompaction {
public:
    Rlz(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
        : layout_(layout), run_lengths_(engine, layout, options.run_lengths), extract_(engine, layout),
          prefix_sum_(engine, layout, options.prefix_sum),
          search_(engine, layout, options.payload, "raster/rlz_search.frag", {"u_values", "u_sums"},
                  {"u_max_pairs", search_pairs(layout.block)}),
          run_scratch_(engine.make_pair(layout)), sum_scratch_(engine.make_pair(layout)) {}

    Mark mark() const override { return Mark::invalid; }
    std::int64_t scratch_bytes() const override { return run_scratch_.bytes() + sum_scratch_.bytes(); }

    BlockCounts operator()(const StreamTexture& values, const StreamTexture& flags,
                           const StreamTexture& output) override {
        const StreamTexture& lengths = run_lengths_(flags, run_scratch_);
        const StreamTexture& runs = run_scratch_.textures[&lengths == &run_scratch_.textures[0] ? 1 : 0];
        extract_(lengths, runs);
        const StreamTexture& sums = prefix_sum_(runs, sum_scratch_, stage::prefix_sum);
        search_({{"values", values}, {"run-sums", sums}}, output);
        return count_valid(layout_, sums);
    }

private:
    StreamLayout layout_;
    RunLengths run_lengths_;
    RunExtraction extract_;
    PrefixSum prefix_sum_;
    Search search_;
    StreamPair run_scratch_, sum_scratch_;
};

} // namespace

std::unique_ptr<BlockCompaction> make_rlz(Engine& engine, const StreamLayout& layout,
                                          const CompactionOptions& options) {
    return std::make_unique<Rlz>(engine, layout, options);
}

} // namespace scanline::raster
