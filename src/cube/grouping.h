#pragma once
#include "node_search.h"

#include <span>
#include <vector>

namespace scanline::cube {

/// Collects a cell for each node that a search finds, with its codes in the dimensions to group by.
Groups cells_found(const Tree& tree, const NodeSearch& search, std::size_t dimensions, CancelPoll& poll);

/// Aggregates cells by some of their code columns. Groups ascend by their codes, in the order of the columns.
/// Few possible combinations are aggregated in a direct-address table; otherwise cells are sorted.
///
/// dimensions: of the columns. Errors: failure if out of memory; Cancelled.
///
///     // cells (0, 2) (1, 0) (4, 2): groups 0 and 2
///     regroup(cells, columns {1}, dimensions {7}, shape, poll, {})
Groups regroup(const Groups& cells, std::span<const std::size_t> columns, std::span<const int> dimensions,
               const Shape& shape, CancelPoll& poll, const CancelHook& cancelled);

/// Keeps these groups, in this order.
void pick(Groups& groups, const std::vector<std::size_t>& order);

/// Applies having and top: drops groups with too few rows, then all but the top ones.
void keep_asked(Groups& groups, const Query& query);

} // namespace scanline::cube
