#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/tree.h"

namespace scanline::cube {

/// Adds rows to a tree. The result equals, array for array, a tree built of the old rows followed by the new
/// ones. Cardinalities may grow; the path stays. Sorts only the new rows, and merges their tree with the old
/// one level by level, by parent and key.
///
/// Stages: those of build() for the new rows; merge, header-table. All threads share the merge of a level.
/// Memory: that of both trees. Errors: usage for rows with other dimensions or measures, smaller
/// cardinalities, or more than max_rows together; those of build().
///
///     const Tree tree = update(build(monday), tuesday);   // == build(monday and tuesday)
Tree update(const Tree& tree, const Rows& rows, const cpu::Options& options = {});

} // namespace scanline::cube
