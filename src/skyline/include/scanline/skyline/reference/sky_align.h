#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/core/named.h"
#include "scanline/skyline/keys.h"
#include "scanline/skyline/skyline.h"

namespace scanline::skyline::reference {

enum class SkyAlignVariant {
    full,
    no_sync, ///< no repacking between levels: dominated points stay in their cells to the end
    no_quart ///< median masks only
};
constexpr auto table_of(SkyAlignVariant) {
    using enum SkyAlignVariant;
    return named<SkyAlignVariant>({{full, "full"}, {no_sync, "no-sync"}, {no_quart, "no-quart"}});
}
using scanline::to_string;

/// SkyAlign, one step of one point after the other. Its results, counters included, are those of the GPU's.
///
/// 1. Keeps the points that some point, the one with the least of all greatest keys, tau, does not dominate
///    for certain: those with a key below tau, and those with no key but tau.
/// 2. Takes the quartiles of each column of these n: elements n/4, n/2 and n/4 + n/2 of it, sorted.
/// 3. Bit i of a point's median mask is set if its key in column i is greater than the second quartile; of
///    its quartile mask, if it is greater than the third, or the first if the median mask has bit i clear.
/// 4. Sorts the points by the bits set in their median masks, by these masks, and by their ids. Points with
///    the same mask form a cell.
/// 5. In level l, from 0 to the number of columns, inclusive: a point with more bits than l looks at each
///    cell of l bits, and if its mask has all bits of the cell's, at the quartile mask of each point in it; a
///    point with l bits looks at the quartile masks of its own cell, its own included. Where they allow it,
///    the point is tested, until it is found dominated. All points see the cells as they were before the
///    level. Then the dominated points go, with the cells that they leave empty; those left of level l are of
///    the skyline.
///
/// Mask tests: looks at median masks of cells, and at quartile masks. LevelStats: every level, if there are
/// points at all; its points have l bits or more and are not dominated yet. All equal rows of the skyline
/// stay. Errors: Cancelled.
/// Source: Bøgh, Chester, Assent, "Work-Efficient Parallel Skyline Computation for the GPU", 2015, section 5.
///
///     (1, 2, 3), (2, 2, 1), (2, 4, 1), (3, 3, 3): tau is 2, of the second; the last goes first; the skyline
///     is the first and the second
Skyline sky_align(const Keys& keys, SkyAlignVariant variant = SkyAlignVariant::full,
                  const CancelHook& cancelled = {});

} // namespace scanline::skyline::reference
