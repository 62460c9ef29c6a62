#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/skyline/keys.h"
#include "scanline/skyline/skyline.h"

namespace scanline::skyline::reference {

// Simple algorithms on one thread, which the others are compared with. All equal rows of a skyline stay.
// Counters: dominance tests, at most two for a pair of rows. Errors: Cancelled.

/// Block nested loops: compares each row with those that none before it dominates, and lets it take the place
/// of those that it dominates. Source: Börzsönyi, Kossmann, Stocker, "The Skyline Operator", 2001, section 3,
/// with a window that holds all of them.
Skyline bnl(const Keys& keys, const CancelHook& cancelled = {});

/// Sort-filter skyline: compares each row with the skyline so far, in the order of the sums of their keys. A
/// row that dominates another has the smaller sum, so every row that stays is of the skyline.
/// Source: Chomicki, Godfrey, Gryz, Liang, "Skyline with Presorting", 2003.
Skyline sfs(const Keys& keys, const CancelHook& cancelled = {});

} // namespace scanline::skyline::reference
