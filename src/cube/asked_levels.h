#pragma once
#include "scanline/cube/query.h"

#include <optional>
#include <vector>

namespace scanline::cube {

/// The part of a query that concerns one level of a tree.
struct AskedLevel {
    bool condition = false;
    std::vector<std::uint32_t> codes{}; ///< that meet the condition; ascending
    std::optional<std::size_t> group{}; ///< index into group_by

    bool asked() const { return condition || group; }
    bool allows(std::uint32_t code) const;
};

/// Returns levels 1, 2 ... down to the deepest that the query names. Errors: see answer(); `what` prefixes
/// messages.
std::vector<AskedLevel> asked_levels(const Shape& shape, const std::vector<int>& path,
                                     const std::vector<Condition>& where, const std::vector<int>& group_by,
                                     const char* what);

/// Counts the leading levels with a single code each.
std::size_t leading_levels(const std::vector<AskedLevel>& asked);

/// True if the nodes of the deepest level are the cells of the query.
bool nodes_are_cells(const std::vector<AskedLevel>& asked);

/// Checks the top clause of a query. Errors: usage; `what` prefixes messages.
void require_top(const Query& query, const Shape& shape, const char* what);

} // namespace scanline::cube
