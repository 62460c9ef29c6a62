#include "scanline/cube/reference/tree.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace scanline::cube::reference {

namespace {

using Codes = std::vector<std::uint32_t>;
using RowsByCodes = std::map<Codes, std::vector<std::uint32_t>>;

Codes codes_of(const Rows& rows, std::uint32_t row, std::span<const int> dimensions) {
    Codes codes;
    for (const int dimension : dimensions)
        codes.push_back(rows.codes[static_cast<std::size_t>(dimension)][row]);
    return codes;
}

std::int64_t value_of(const Rows& rows, std::size_t measure, const std::vector<std::uint32_t>& members) {
    std::vector<std::int64_t> values;
    for (const std::uint32_t row : members)
        values.push_back(rows.measures[measure][row]);
    std::ranges::sort(values);
    switch (rows.shape.folds[measure]) {
    case Fold::sum: break;
    case Fold::min: return values.empty() ? std::numeric_limits<std::int64_t>::max() : values.front();
    case Fold::max: return values.empty() ? std::numeric_limits<std::int64_t>::min() : values.back();
    }
    return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

// Number of entries before these codes.
std::uint32_t place_of(const RowsByCodes& groups, const Codes& codes) {
    return static_cast<std::uint32_t>(std::distance(groups.begin(), groups.lower_bound(codes)));
}

void make_header_table(Level& level, std::uint32_t cardinality) {
    std::multimap<std::uint32_t, std::uint32_t> nodes; // equal keys stay in the order of nodes
    for (std::uint32_t node = 0; node < level.key.size(); ++node)
        nodes.emplace(level.key[node], node);
    for (const auto& [code, node] : nodes)
        level.side_link.push_back(node);
    for (std::uint32_t code = 0; code <= cardinality; ++code)
        level.header_first.push_back(static_cast<std::uint32_t>(
            std::ranges::lower_bound(level.side_link, code, {},
                                     [&](std::uint32_t node) { return level.key[node]; }) -
            level.side_link.begin()));
}

bool holds(const Condition& condition, const Rows& rows, std::uint32_t row) {
    const std::uint32_t code = rows.codes[static_cast<std::size_t>(condition.dimension)][row];
    return std::ranges::find(condition.codes, code) != condition.codes.end();
}

} // namespace

Tree build(const Rows& rows, const std::vector<int>& path) {
    std::vector<RowsByCodes> groups(path.size() + 1);
    groups.front()[{}] = {};
    for (std::size_t number = 0; number < groups.size(); ++number)
        for (std::uint32_t row = 0; row < rows.size(); ++row)
            groups[number][codes_of(rows, row, std::span(path).first(number))].push_back(row);

    Tree tree{rows.shape, path, {}, {}};
    for (std::size_t number = 0; number < groups.size(); ++number) {
        Level level;
        level.values.resize(rows.shape.folds.size());
        for (const auto& [codes, members] : groups[number]) {
            const Codes above(codes.begin(), codes.empty() ? codes.end() : codes.end() - 1);
            level.key.push_back(codes.empty() ? 0 : codes.back());
            level.parent.push_back(codes.empty() ? 0 : place_of(groups[number - 1], above));
            level.first_child.push_back(number + 1 < groups.size()
                                            ? place_of(groups[number + 1], codes)
                                            : static_cast<std::uint32_t>(tree.row_order.size()));
            level.count.push_back(static_cast<std::uint32_t>(members.size()));
            for (std::size_t m = 0; m < level.values.size(); ++m)
                level.values[m].push_back(value_of(rows, m, members));
            if (number + 1 == groups.size())
                tree.row_order.insert(tree.row_order.end(), members.begin(), members.end());
        }
        level.first_child.push_back(static_cast<std::uint32_t>(
            number + 1 < groups.size() ? groups[number + 1].size() : tree.row_order.size()));
        if (number > 0)
            make_header_table(level, rows.shape.cardinalities[static_cast<std::size_t>(path[number - 1])]);
        tree.levels.push_back(std::move(level));
    }
    return tree;
}

std::vector<std::uint32_t> rows_behind(const Rows& rows, const std::vector<Condition>& where) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t row = 0; row < rows.size(); ++row)
        if (std::ranges::all_of(where, [&](const Condition& c) { return holds(c, rows, row); }))
            found.push_back(row);
    return found;
}

Groups answer(const Rows& rows, const Query& query) {
    RowsByCodes groups;
    if (query.group_by.empty())
        groups[{}] = {};
    for (const std::uint32_t row : rows_behind(rows, query.where))
        groups[codes_of(rows, row, query.group_by)].push_back(row);
    if (!query.group_by.empty() || query.having > 1)
        std::erase_if(groups, [&](const auto& group) {
            return static_cast<std::int64_t>(group.second.size()) < query.having;
        });

    std::vector<const RowsByCodes::value_type*> order;
    for (const auto& group : groups)
        order.push_back(&group);
    if (query.top) {
        const auto rank = [&](const RowsByCodes::value_type* group) {
            return query.top->measure
                       ? value_of(rows, static_cast<std::size_t>(*query.top->measure), group->second)
                       : static_cast<std::int64_t>(group->second.size());
        };
        std::ranges::stable_sort(order, [&](const auto* a, const auto* b) {
            return query.top->smallest ? rank(a) < rank(b) : rank(a) > rank(b);
        });
        order.resize(std::min(order.size(), static_cast<std::size_t>(query.top->groups)));
    }
    Groups answer{Method::scan, std::vector<Codes>(query.group_by.size()), {}, {}};
    answer.values.resize(rows.shape.folds.size());
    for (const auto* group : order) {
        for (std::size_t d = 0; d < answer.codes.size(); ++d)
            answer.codes[d].push_back(group->first[d]);
        answer.count.push_back(static_cast<std::int64_t>(group->second.size()));
        for (std::size_t m = 0; m < answer.values.size(); ++m)
            answer.values[m].push_back(value_of(rows, m, group->second));
    }
    return answer;
}

} // namespace scanline::cube::reference
