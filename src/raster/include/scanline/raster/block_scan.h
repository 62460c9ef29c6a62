#pragma once
#include "scanline/raster/compaction.h"
#include "scanline/raster/fill_program.h"
#include "scanline/raster/prefix_sum.h"

namespace scanline::raster {

/// Computes where every block's survivors go: exclusive prefix sums of the counts over all blocks, from
/// prefix sums along the rows of block_layout() and over the row totals. Stage: block-scan. Source: Roger,
/// Assarsson, Holzschuch, EGSR 2007.
///
///     counts 3 0 2 4  ->  offsets 0 3 3 5
class BlockScan {
public:
    BlockScan(Engine& engine, const StreamLayout& stream, PrefixSumMethod method);

    /// Returns RGBA texels (source x, source y, offset, count) in block_layout(), with count 0 after the last
    /// block.
    const StreamTexture& operator()(const BlockCounts& counts);

    const StreamLayout& layout() const { return blocks_; }
    const StreamTexture& descriptors() const { return descriptors_; }
    std::int64_t scratch_bytes() const;

private:
    Engine& engine_;
    StreamLayout stream_, blocks_, totals_;
    FillProgram count_program_, total_program_, descriptor_program_;
    PrefixSum row_scan_, total_scan_;
    StreamTexture counts_, row_totals_, descriptors_;
    StreamPair row_scratch_, total_scratch_;
};

} // namespace scanline::raster
