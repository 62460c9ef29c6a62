#pragma once
#include "scanline/raster/block_compaction.h"
#include "scanline/raster/prefix_sum.h"
#include "scanline/raster/run_lengths.h"

namespace scanline::raster {

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
    Rlz(Engine& engine, const StreamLayout& layout, const CompactionOptions& options);

    Mark mark() const override { return Mark::invalid; }
    BlockCounts operator()(const StreamTexture& values, const StreamTexture& flags,
                           const StreamTexture& output) override;
    std::int64_t scratch_bytes() const override { return run_scratch_.bytes() + sum_scratch_.bytes(); }

private:
    Engine& engine_;
    StreamLayout layout_;
    RunLengths run_lengths_;
    RunExtraction extract_;
    PrefixSum prefix_sum_;
    Search search_;
    StreamPair run_scratch_, sum_scratch_;
};

} // namespace scanline::raster
