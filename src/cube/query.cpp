#include "scanline/cube/query.h"

#include "fold.h"
#include "grouping.h"

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
    }

    Groups answer(CancelPoll& poll, const CancelHook& cancelled) {
        Groups groups = query_.group_by.empty() ? cell(poll) : grouped(poll, cancelled);
        groups.method = search_.method();
        keep_asked(groups, query_);
        return groups;
    }

private:
    Groups cell(CancelPoll& poll) const {
        const Level& level = tree_.levels[search_.level()];
        Groups groups;
        groups.count = {0};
        for (const Fold fold : tree_.shape.folds)
            groups.values.push_back({none_of(fold)});
        search_.for_each(poll, [&](std::uint32_t node, const auto&) {
            groups.count.front() += level.count[node];
            for (std::size_t m = 0; m < groups.values.size(); ++m) {
                std::int64_t& value = groups.values[m].front();
                value = combine(tree_.shape.folds[m], value, level.values[m][node]);
            }
        });
        return groups;
    }

    Groups grouped(CancelPoll& poll, const CancelHook& cancelled) const {
        std::vector<std::size_t> columns(query_.group_by.size());
        std::iota(columns.begin(), columns.end(), std::size_t{0});
        return regroup(cells_found(tree_, search_, columns.size(), poll), columns, query_.group_by,
                       tree_.shape, poll, cancelled);
    }

    const Tree& tree_;
    const Query& query_;
    const NodeSearch search_;
};

} // namespace

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
        throw usage_error(fmt::format("{}: sets of up to {} of {} dimensions do not exist: choose 0 or more",
                                      query_operation, most, dimensions));
    std::vector<std::vector<int>> sets{{}};
    // Extends each set by every dimension after its last.
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
