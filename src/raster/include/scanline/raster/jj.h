#pragma once
#include "scanline/raster/prefix_sum_compaction.h"

namespace scanline::raster {

/// Jumping Jack: the valid elements among the first v of a block stay; every hole there is filled by
/// following pointers to the right until a valid element is met. The k-th invalid element of the block points
/// to position b - k, so the pointers are injective, chains never meet, and the output is a permutation of
/// the survivors; their order is not kept. A chain has at most b - v pointers, which era limits allow up to
/// blocks of 256. Sources: Moreira, Reis, de Sousa, GRAPP 2009 (the companion paper); GRAPP 2009,
/// section 3.2.
///
///     elements  . a b . c . . .     3 survivors, so places 0, 1, 2
///     pointers  7     6   5 4 3     of the 1st hole, the 2nd ...
///
/// Place 0 follows 0 -> 7 -> 3 -> 6 -> 4 and takes c; a and b stay: c a b.
class Jj final : public PrefixSumCompaction {
public:
    Jj(Engine& engine, const StreamLayout& layout, const CompactionOptions& options);

    bool monotonic() const override { return false; }
};

} // namespace scanline::raster
