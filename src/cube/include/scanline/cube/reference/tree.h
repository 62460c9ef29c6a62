#pragma once
#include "scanline/cube/query.h"

namespace scanline::cube::reference {

// Tests compare the other algorithms with these, which are short, slow, and check no arguments.

/// The tree by a sorted map for each level, from prefixes of the path to rows.
Tree build(const Rows& rows, const std::vector<int>& path);

/// The answer by a look at every row; its method is that of scans.
Groups answer(const Rows& rows, const Query& query);

/// The rows that meet all conditions, ascending.
std::vector<std::uint32_t> rows_behind(const Rows& rows, const std::vector<Condition>& where);

} // namespace scanline::cube::reference
