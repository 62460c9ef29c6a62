#include "levels.h"

#include "checks.h"
#include "scanline/core/error.h"
#include "scanline/core/memory.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace scanline::cube {

namespace {

void make_header_table(Level& level, std::uint32_t cardinality, CancelPoll& poll, const char* what) {
    allocate(level.side_link, level.size(), what);
    allocate(level.header_first, std::int64_t{cardinality} + 1, what);
    in_pieces(level.size(), 1, poll, [&](std::int64_t first, std::int64_t last) {
        for (auto node = static_cast<std::size_t>(first); node < static_cast<std::size_t>(last); ++node)
            ++level.header_first[level.key[node] + 1];
    });
    std::partial_sum(level.header_first.begin(), level.header_first.end(), level.header_first.begin());
    std::vector<std::uint32_t> next = level.header_first;
    in_pieces(level.size(), 2, poll, [&](std::int64_t first, std::int64_t last) {
        for (auto node = static_cast<std::size_t>(first); node < static_cast<std::size_t>(last); ++node)
            level.side_link[next[level.key[node]]++] = static_cast<std::uint32_t>(node);
    });
}

} // namespace

void make_node_array(Level& level, std::size_t array, std::int64_t nodes, const char* what) {
    switch (array) {
    case 0: return allocate(level.key, nodes, what);
    case 1: return allocate(level.parent, nodes, what);
    case 2: return allocate(level.first_child, nodes + 1, what);
    case 3: return allocate(level.count, nodes, what);
    default: return allocate(level.values[array - node_arrays(0)], nodes, what);
    }
}

void make_header_tables(Tree& tree, cpu::ThreadTeam& team, const CancelHook& cancelled, const char* what) {
    share_numbers(team, 1, tree.levels.size(), cancelled, [&](std::size_t level, CancelPoll& poll) {
        const auto dimension = static_cast<std::size_t>(tree.path[level - 1]);
        make_header_table(tree.levels[level], tree.shape.cardinalities[dimension], poll, what);
    });
}

bool QueryLevel::allows(std::uint32_t code) const {
    if (!condition)
        return true;
    if (codes.empty() || code < codes.front() || code > codes.back())
        return false;
    return codes.back() - codes.front() == codes.size() - 1 || std::ranges::binary_search(codes, code);
}

std::vector<QueryLevel> query_levels(const Shape& shape, const std::vector<int>& path,
                                     const std::vector<Condition>& where, const std::vector<int>& group_by,
                                     const char* what) {
    std::vector<QueryLevel> levels(path.size());
    const auto level_of = [&](int dimension) -> QueryLevel& {
        require_dimension(dimension, shape, what);
        return levels[static_cast<std::size_t>(std::ranges::find(path, dimension) - path.begin())];
    };
    for (const Condition& condition : where) {
        QueryLevel& level = level_of(condition.dimension);
        if (level.condition)
            throw usage_error(fmt::format("{}: dimension {} has two conditions: name all of its codes in one",
                                          what, condition.dimension));
        level.condition = true;
        level.codes = require_codes(condition.dimension, condition.codes, shape, what);
    }
    for (std::size_t group = 0; group < group_by.size(); ++group) {
        QueryLevel& level = level_of(group_by[group]);
        if (level.group)
            throw usage_error(
                fmt::format("{}: dimension {} is grouped by twice: name it once", what, group_by[group]));
        level.group = group;
    }
    while (!levels.empty() && !levels.back().asked())
        levels.pop_back();
    return levels;
}

std::size_t leading_levels(const std::vector<QueryLevel>& asked) {
    std::size_t leading = 0;
    while (leading < asked.size() && asked[leading].codes.size() == 1)
        ++leading;
    return leading;
}

bool nodes_are_cells(const std::vector<QueryLevel>& asked) {
    return std::all_of(asked.begin() + static_cast<std::ptrdiff_t>(leading_levels(asked)), asked.end(),
                       [](const QueryLevel& level) { return level.group && !level.condition; });
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
