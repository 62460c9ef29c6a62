#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/cube/tree.h"

#include <optional>
#include <string>

namespace scanline::cube {

/// Describes the first difference between a tree and the one that build() makes of these rows; none if they
/// are the same. Compares keys, first children, counts, values and row order; parents, side links and header
/// tables follow from these. Requires a valid path, valid rows, and arrays of the right sizes.
///
///     "the counts of level 2 do not match its rows"
std::optional<std::string> tree_fault(const Tree& tree, const Rows& rows, CancelPoll& poll);

} // namespace scanline::cube
