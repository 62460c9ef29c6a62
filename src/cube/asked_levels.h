#pragma once
#include "scanline/cube/query.h"

#include <optional>
#include <vector>

namespace scanline::cube {

/// What a query asks of a level of a tree.
struct AskedLevel {
    bool condition = false;
    std::vector<std::uint32_t> codes{}; ///< ascending; of a condition
    std::optional<std::size_t> group{}; ///< place in group_by

    bool asked() const { return condition || group; }
    bool allows(std::uint32_t code) const;
};

/// Levels 1, 2 ... up to the deepest that is asked for. Errors: see answer(); `what` starts their messages.
std::vector<AskedLevel> asked_levels(const Shape& shape, const std::vector<int>& path,
                                     const std::vector<Condition>& where, const std::vector<int>& group_by,
                                     const char* what);

/// The number of first levels that have one code each.
std::size_t leading_levels(const std::vector<AskedLevel>& asked);

/// Whether nodes of the deepest level are the cells asked for.
bool nodes_are_cells(const std::vector<AskedLevel>& asked);

/// Errors: usage for a top that cannot be; `what` starts their messages.
void require_top(const Query& query, const Shape& shape, const char* what);

} // namespace scanline::cube
