#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/tree.h"

#include <vector>

namespace scanline::cube {

/// Builds the H-tree of rows on the CPU; any number of threads gives the same arrays. Sorts the rows once by
/// the codes of the whole path. Comparing neighbours then tells the level at which each row begins nodes, and
/// every level is written by itself. No rows give a root that counts none.
///
/// path: a dimension for each level; none for default_path(). Stages: key, index, header-table, roll-up. Keys
/// are sorted and measures rolled up by all threads; index and header tables by one thread a level.
///
/// Memory: 20 bytes a node and 8 more for each measure, of which a level has at most as many as rows; for a
/// while 13 bytes a row, and the scratch of cpu::RadixSort. Errors: usage for a path that does not name each
/// dimension once, for dimensions outside 1 to max_dimensions, cardinality 0, columns of other lengths or
/// numbers than the shape says, more than max_rows, and codes beyond their cardinality; failure if out of
/// memory; Cancelled.
///
///     const Tree tree = build({{{2, 2}, {Fold::sum}}, {{0, 1, 0}, {0, 1, 1}}, {{5, 6, 7}}});
///     tree.levels[1].key == {0, 1}; tree.levels[1].values[0] == {12, 6}; tree.levels[2].key == {0, 1, 1}
Tree build(const Rows& rows, std::vector<int> path = {}, const cpu::Options& options = {});

} // namespace scanline::cube
