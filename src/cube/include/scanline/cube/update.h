#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/tree.h"

namespace scanline::cube {

/// The tree of a tree's rows and further ones: the same, array for array, as one built of all rows at once,
/// in which the further rows follow the old. Cardinalities may grow; the path stays. Only the further rows
/// are sorted: their tree is merged with the old one level by level, by parent and key.
///
/// Stages: those of build() for the further rows; merge, header-table. All threads share the nodes of a level
/// that is merged. Memory: that of both trees. Errors: usage for rows with other dimensions or measures,
/// smaller cardinalities, or more than max_rows together; those of build().
///
///     const Tree tree = update(build(monday), tuesday);   // == build(monday and tuesday)
Tree update(const Tree& tree, const Rows& rows, const cpu::Options& options = {});

} // namespace scanline::cube
