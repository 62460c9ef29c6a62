#include "asked_levels.h"

#include "checks.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cube {

bool AskedLevel::allows(std::uint32_t code) const {
    if (!condition)
        return true;
    if (codes.empty() || code < codes.front() || code > codes.back())
        return false;
    return codes.back() - codes.front() == codes.size() - 1 || std::ranges::binary_search(codes, code);
}

std::vector<AskedLevel> asked_levels(const Shape& shape, const std::vector<int>& path,
                                     const std::vector<Condition>& where, const std::vector<int>& group_by,
                                     const char* what) {
    std::vector<AskedLevel> levels(path.size());
    const auto level_of = [&](int dimension) -> AskedLevel& {
        require_dimension(dimension, shape, what);
        return levels[static_cast<std::size_t>(std::ranges::find(path, dimension) - path.begin())];
    };
    for (const Condition& condition : where) {
        AskedLevel& level = level_of(condition.dimension);
        if (level.condition)
            throw usage_error(fmt::format("{}: dimension {} has two conditions: name all of its codes in one",
                                          what, condition.dimension));
        level.condition = true;
        level.codes = require_codes(condition.dimension, condition.codes, shape, what);
    }
    for (std::size_t group = 0; group < group_by.size(); ++group) {
        AskedLevel& level = level_of(group_by[group]);
        if (level.group)
            throw usage_error(
                fmt::format("{}: dimension {} is grouped by twice: name it once", what, group_by[group]));
        level.group = group;
    }
    while (!levels.empty() && !levels.back().asked())
        levels.pop_back();
    return levels;
}

std::size_t leading_levels(const std::vector<AskedLevel>& asked) {
    std::size_t leading = 0;
    while (leading < asked.size() && asked[leading].codes.size() == 1)
        ++leading;
    return leading;
}

bool nodes_are_cells(const std::vector<AskedLevel>& asked) {
    return std::all_of(asked.begin() + static_cast<std::ptrdiff_t>(leading_levels(asked)), asked.end(),
                       [](const AskedLevel& level) { return level.group && !level.condition; });
}

void require_top(const Query& query, const Shape& shape, const char* what) {
    if (query.top && query.top->groups < 0)
        throw usage_error(
            fmt::format("{}: the top {} groups cannot be kept: choose 0 or more", what, query.top->groups));
    const auto measures = static_cast<int>(shape.folds.size());
    if (query.top && query.top->measure && (*query.top->measure < 0 || *query.top->measure >= measures))
        throw usage_error(
            fmt::format("{}: there is no measure {}: there are {}", what, *query.top->measure, measures));
}

} // namespace scanline::cube
