#pragma once
#include "scanline/raster/discriminate.h"
#include "scanline/raster/doubling.h"
#include "scanline/raster/survivor_search.h"

namespace scanline::raster {

/// Gather-search as it was published, without blocks: prefix sums of the invalid elements over the whole
/// stream by recursive doubling, log2(n) passes over all elements, and a binary search of log2(n) + 1 probes
/// at most for every survivor. Stable. Stages: discriminate, prefix-sum, search. Source: Horn, GPU Gems 2
/// (2005), chapter 36. The class Horn does the same inside blocks.
///
/// Exact: sums are at most 2^24, and positions below that. Positions 2^k apart are found by columns and rows,
/// and a probe never leaves the stream, because an output below the number of survivors is followed by at
/// least as many elements as are invalid.
class HornUnblocked final : public StreamCompaction {
public:
    HornUnblocked(Engine& engine, const StreamLayout& layout, const CompactionOptions& options);

    void operator()(const StreamTexture& values, const Discriminator& discriminator,
                    const StreamTexture& output) override;
    CountTexel count() const override;
    std::int64_t scratch_bytes() const override;

private:
    Engine& engine_;
    StreamLayout layout_;
    Discriminate discriminate_;
    Doubling prefix_sum_;
    SurvivorSearch search_;
    StreamTexture flags_;
    StreamPair scratch_;
};

} // namespace scanline::raster
