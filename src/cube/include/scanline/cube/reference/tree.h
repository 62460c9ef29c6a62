#pragma once
#include "scanline/cube/query.h"
#include "scanline/cube/tree.h"

#include <string>

namespace scanline::cube::reference {

// Tests compare the other algorithms with these, which are short, slow, and check no arguments.

/// The tree by a sorted map for each level, from prefixes of the path to rows.
Tree build(const Rows& rows, const std::vector<int>& path);

/// The answer by a look at every row; its method is that of scans.
Groups answer(const Rows& rows, const Query& query);

/// The rows that meet all conditions, ascending.
std::vector<std::uint32_t> rows_behind(const Rows& rows, const std::vector<Condition>& where);

/// Names the first array that differs, "keys of level 2"; empty if the trees are the same.
inline std::string difference(const Tree& found, const Tree& right) {
    if (found.shape != right.shape || found.path != right.path)
        return "shape or path";
    if (found.levels.size() != right.levels.size())
        return "number of levels";
    for (std::size_t l = 0; l < right.levels.size(); ++l) {
        const Level &a = found.levels[l], &b = right.levels[l];
        const char* const array = a.key != b.key                     ? "keys"
                                  : a.parent != b.parent             ? "parents"
                                  : a.first_child != b.first_child   ? "first children"
                                  : a.count != b.count               ? "counts"
                                  : a.values != b.values             ? "values"
                                  : a.side_link != b.side_link       ? "side links"
                                  : a.header_first != b.header_first ? "header table"
                                                                     : nullptr;
        if (array)
            return array + (" of level " + std::to_string(l));
    }
    return found.row_order != right.row_order ? "row order" : "";
}

} // namespace scanline::cube::reference
