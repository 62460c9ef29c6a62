#include "algorithms.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/prefix_sum.h"
#include "scanline/raster/run_lengths.h"
#include "scanline/raster/search.h"

namespace scanline::raster {

namespace {

// The bound of the class comment in pairs of links, as the two-step loop takes them, with a pair to spare for
// rounding.
int search_pairs(int block) {
    int links = 1;
    while (links * links < 2 * block)
        ++links;
    return links / 2 + 2;
}

/// Run-lengths of zeros: prefix sums over the lengths of the runs of invalid elements, each length at the
/// start of its run, hold only displacements that occur, and a forward search d -> sums[i + d] from d =
/// sums[i] ends at the one of output i. Stable. Source: GRAPP 2009, section 3.3.
///
/// The chain of displacements that a search follows has at most sqrt(2b) + 1 links, so its loop is short at
/// every block size. Proof: let m survivors, the one looked for included, lie behind the place that a link
/// has reached. The next link passes the rest of a run there and m elements more. Behind a run the first of
/// those is valid, so m shrinks with every link; a link from a valid element may leave m as it is, but then
/// the link that led there was longer by one. Back from the end the links are at least 1, 1, 2, 3 ...
/// elements long, and all of them lie in one block.
///
///     elements  . a b . . c d . . . e . . f .  .
///     run sums  1 1 1 3 3 3 3 6 6 6 6 8 8 8 10 10
///
/// Output 4 begins with sums[4] = 3, goes on to sums[4 + 3] = 6 and stays at sums[4 + 6] = 6: element 10, e.
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
