#pragma once
#include "node_search.h"

#include <span>
#include <vector>

namespace scanline::cube {

/// The cells of nodes, one of each: their codes in the dimensions to group by.
Groups cells_found(const Tree& tree, const NodeSearch& search, std::size_t dimensions, CancelPoll& poll);

/// The groups of cells by some of their columns of codes: cells that agree in these become one. Groups are
/// ordered by their codes in the order of the columns. Few combinations are added up in a table of all,
/// others sorted.
///
/// dimensions: of the columns. Errors: failure if out of memory; Cancelled.
///
///     // cells (0, 2) (1, 0) (4, 2): groups 0 and 2
///     regroup(cells, columns {1}, dimensions {7}, shape, poll, {})
Groups regroup(const Groups& cells, std::span<const std::size_t> columns, std::span<const int> dimensions,
               const Shape& shape, CancelPoll& poll, const CancelHook& cancelled);

/// Leaves the groups out that a query does not ask for: those of too few rows, and all but the top ones.
void keep_asked(Groups& groups, const Query& query);

} // namespace scanline::cube
