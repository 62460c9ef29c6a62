#include "algorithms.h"
#include "prefix_sum_compaction.h"

namespace scanline::raster {

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
