#pragma once
#include "scanline/cube/tree.h"

#include <optional>
#include <string>

namespace scanline::cube {

/// Describes the first difference between a tree and the one that build() makes of these rows; none if there
/// is none. Looks at keys, first children, counts, values and row order: parents, side links and header
/// tables follow from them. The path and the sizes of these arrays must be right, the rows as well.
///
///     "the counts of level 2 are not those of its rows"
std::optional<std::string> tree_fault(const Tree& tree, const Rows& rows);

} // namespace scanline::cube
