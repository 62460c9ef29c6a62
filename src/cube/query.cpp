#include "scanline/cube/query.h"

#include "fold.h"
#include "node_search.h"
#include "row_order.h"

#include "scanline/core/error.h"
#include "scanline/core/memory.h"

#include <fmt/format.h>
#include <numeric>

namespace scanline::cube {

namespace {

constexpr const char* query_operation = "cube query";

/// Answers one query.
class Answering {
public:
    Answering(const Tree& tree, const Query& query, const std::string& what)
        : tree_(tree), query_(query), search_(tree, query.where, query.group_by, what.c_str()) {
        require_top(query, tree.shape, what.c_str());
        groups_.method = search_.method();
        groups_.codes.resize(query.group_by.size());
        groups_.values.resize(tree.shape.folds.size());
    }

    Groups answer(CancelPoll& poll, const CancelHook& cancelled) {
        if (query_.group_by.empty()) {
            begin_cell();
            search_.for_each(poll, [this](std::uint32_t node, const auto&) { add(node); });
        } else {
            group(poll, cancelled);
        }
        if (query_.top)
            keep_top();
        return std::move(groups_);
    }

private:
    void begin_cell() {
        groups_.count.push_back(0);
        for (std::size_t m = 0; m < groups_.values.size(); ++m)
            groups_.values[m].push_back(none_of(tree_.shape.folds[m]));
    }

    void add(std::uint32_t node) {
        const Level& level = tree_.levels[search_.level()];
        groups_.count.back() += level.count[node];
        for (std::size_t m = 0; m < groups_.values.size(); ++m) {
            std::int64_t& value = groups_.values[m].back();
            value = combine(tree_.shape.folds[m], value, level.values[m][node]);
        }
    }

    void drop_cell() {
        groups_.count.pop_back();
        for (std::vector<std::int64_t>& values : groups_.values)
            values.pop_back();
    }

    void group(CancelPoll& poll, const CancelHook& cancelled) {
        std::vector<std::uint32_t> nodes;
        std::vector<std::vector<std::uint32_t>> codes(query_.group_by.size());
        search_.for_each(poll, [&](std::uint32_t node, const std::vector<std::uint32_t>& of_node) {
            nodes.push_back(node);
            for (std::size_t g = 0; g < codes.size(); ++g)
                codes[g].push_back(of_node[g]);
        });
        std::vector<Column> columns;
        for (std::size_t g = 0; g < codes.size(); ++g)
            columns.push_back(
                {codes[g], tree_.shape.cardinalities[static_cast<std::size_t>(query_.group_by[g])]});
        std::vector<std::uint32_t> order;
        cpu::ThreadTeam alone(1);
        order_by_codes(columns, static_cast<std::int64_t>(nodes.size()), order, alone, cancelled,
                       query_operation);
        for (std::size_t i = 0; i < order.size();) {
            const std::uint32_t first = order[i];
            const auto same = [&](std::uint32_t entry) {
                return std::ranges::all_of(codes, [&](const auto& of) { return of[entry] == of[first]; });
            };
            begin_cell();
            for (; i < order.size() && same(order[i]); ++i) {
                poll.count();
                add(nodes[order[i]]);
            }
            if (groups_.count.back() < query_.having)
                drop_cell();
            else
                for (std::size_t g = 0; g < codes.size(); ++g)
                    groups_.codes[g].push_back(codes[g][first]);
        }
    }

    void keep_top() {
        const std::vector<std::int64_t>& ranks =
            query_.top->measure ? groups_.values[static_cast<std::size_t>(*query_.top->measure)]
                                : groups_.count;
        std::vector<std::size_t> order(ranks.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto kept = static_cast<std::ptrdiff_t>(std::min(query_.top->groups, groups_.size()));
        std::partial_sort(order.begin(), order.begin() + kept, order.end(),
                          [&](std::size_t a, std::size_t b) {
                              if (ranks[a] != ranks[b])
                                  return query_.top->smallest ? ranks[a] < ranks[b] : ranks[a] > ranks[b];
                              return a < b;
                          });
        order.resize(static_cast<std::size_t>(kept));
        const auto pick = [&](auto& column) {
            auto all = std::move(column);
            column.clear();
            for (const std::size_t group : order)
                column.push_back(all[group]);
        };
        std::ranges::for_each(groups_.codes, pick);
        std::ranges::for_each(groups_.values, pick);
        pick(groups_.count);
    }

    const Tree& tree_;
    const Query& query_;
    const NodeSearch search_;
    Groups groups_;
};

} // namespace

std::string_view to_string(Method method) {
    switch (method) {
    case Method::path: return "path";
    case Method::side_links: return "side-links";
    case Method::scan: return "scan";
    }
    return "";
}

std::vector<Groups> answer(const Tree& tree, std::span<const Query> queries, const cpu::Options& options) {
    const auto size = static_cast<std::int64_t>(queries.size());
    std::vector<Groups> answers(queries.size());
    cpu::QueryTeam team(size, options);
    const StageScope stage(options.observer, "query");
    team.for_each([&](std::int64_t query, int /*thread*/, CancelPoll& poll) {
        const auto number = static_cast<std::size_t>(query);
        const std::string what =
            size == 1 ? query_operation : fmt::format("{}: query {}", query_operation, number + 1);
        try {
            answers[number] = Answering(tree, queries[number], what).answer(poll, options.limits.cancelled);
        } catch (const std::bad_alloc&) {
            throw Error(what +
                        ": not enough memory for its groups: ask for fewer codes, or fewer dimensions");
        }
    });
    return answers;
}

std::vector<std::uint32_t> rows_behind(const Tree& tree, const std::vector<Condition>& where,
                                       const CallLimits& limits) {
    const NodeSearch search(tree, where, {}, query_operation);
    CancelPoll poll(limits.cancelled);
    std::vector<std::uint32_t> rows;
    search.for_each(poll, [&](std::uint32_t node, const auto&) {
        std::uint32_t first = node, last = node + 1;
        for (std::size_t level = search.level(); level < tree.levels.size(); ++level) {
            first = tree.levels[level].first_child[first];
            last = tree.levels[level].first_child[last];
        }
        rows.insert(rows.end(), tree.row_order.begin() + first, tree.row_order.begin() + last);
    });
    cancellable_sort(rows.begin(), rows.end(), std::less<>(), poll);
    return rows;
}

std::vector<std::vector<int>> grouping_sets(int dimensions, int most) {
    if (dimensions < 0 || most < 0)
        throw usage_error(fmt::format("{}: sets of up to {} of {} dimensions cannot be: choose 0 or more",
                                      query_operation, most, dimensions));
    std::vector<std::vector<int>> sets{{}};
    // Each set of a size is extended by every dimension behind its last.
    for (std::size_t next = 0; next < sets.size(); ++next) {
        if (static_cast<int>(sets[next].size()) == most)
            break;
        for (int d = sets[next].empty() ? 0 : sets[next].back() + 1; d < dimensions; ++d) {
            if (static_cast<std::int64_t>(sets.size()) == max_grouping_sets)
                throw usage_error(fmt::format("{}: there are more than {} sets of up to {} of {} dimensions: "
                                              "choose fewer dimensions",
                                              query_operation, max_grouping_sets, most, dimensions));
            std::vector<int> larger = sets[next];
            larger.push_back(d);
            sets.push_back(std::move(larger));
        }
    }
    return sets;
}

} // namespace scanline::cube
