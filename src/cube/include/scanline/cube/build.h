#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/tree.h"

#include <vector>

namespace scanline::cube {

/// Builds the H-tree of rows on the CPU; the result does not depend on the number of threads. Sorts the rows
/// once by the codes of the whole path. A comparison of neighbours then finds the first level at which each
/// row begins a node, and each level is written independently. Without rows, the root has count 0.
///
/// path: a dimension for each level; empty for default_path(). Stages: key, index, header-table, roll-up. All
/// threads sort keys and roll up measures; one thread a level makes index and header tables.
///
/// Memory: 20 bytes a node and 8 more for each measure, with at most one node a row in each level; during the
/// build 13 bytes a row, and the scratch of cpu::RadixSort. Errors: usage for a path that does not name each
/// dimension once, for dimensions outside 1 to max_dimensions, cardinality 0, columns whose length or
/// number contradicts the shape, more than max_rows, and codes beyond their cardinality; failure if out of
/// memory; Cancelled.
///
///     const Tree tree = build({{{2, 2}, {Fold::sum}}, {{0, 1, 0}, {0, 1, 1}}, {{5, 6, 7}}});
///     tree.levels[1].key == {0, 1}; tree.levels[1].values[0] == {12, 6}; tree.levels[2].key == {0, 1, 1}
Tree build(const Rows& rows, std::vector<int> path = {}, const cpu::Options& options = {});

/// Adds rows to a tree. The result equals, array for array, a tree built of the old rows followed by the new
/// ones. Cardinalities may grow; the path stays. Sorts the new rows, finds their places in the old tree level
/// by level, and copies what is between these.
///
/// Stages: key, merge, header-table. All threads share a level.
/// Memory: that of both trees, and 48 bytes a new row, with 8 more for each measure. Errors: usage for rows
/// with other dimensions or measures, smaller cardinalities, or more than max_rows together; those of
/// build().
///
///     const Tree tree = update(build(monday), tuesday);   // == build(monday and tuesday)
Tree update(const Tree& tree, const Rows& rows, const cpu::Options& options = {});

} // namespace scanline::cube
