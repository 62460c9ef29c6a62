#include "algorithms.h"
#include "prefix_sum_compaction.h"

namespace scanline::raster {

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

} // namespace scanline::raster
