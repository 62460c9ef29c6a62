#pragma once
#include "scanline/raster/prefix_sum_compaction.h"

namespace scanline::raster {

/// Gather-search: output position c of a block takes the element d positions to its right where the number of
/// invalid elements up to there is d, found by binary search because prefix sums ascend. Stable; log2(b) + 1
/// probes at most. Sources: Horn, GPU Gems 2 (2005), chapter 36; GRAPP 2009, section 3.1.
///
///     elements        . a b . . c d . . . e . . f . .
///     prefix sums     1 1 1 2 3 3 3 4 5 6 6 7 8 8 9 10      output 2 is c: at 2 + 3 the sum is 3
class Horn final : public PrefixSumCompaction {
public:
    Horn(Engine& engine, const StreamLayout& layout, const CompactionOptions& options);
};

} // namespace scanline::raster
