#include "scanline/cube/query.h"

#include "fold.h"
#include "grouping.h"

#include "scanline/core/error.h"
#include "scanline/core/memory.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <optional>

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

    Groups answer(CancelPoll& poll, const CancelHook& cancelled) const {
        Groups groups = query_.group_by.empty() ? cell(poll) : grouped(poll, cancelled);
        groups.method = search_.method();
        keep_asked(groups, query_);
        return groups;
    }

    const NodeSearch& search() const { return search_; }
    /// For a cell that a SharedClimb may find.
    std::optional<std::uint32_t> shared_code() const {
        return query_.group_by.empty() ? search_.linked_code() : std::nullopt;
    }

    Groups empty_cell() const {
        Groups groups;
        groups.count = {0};
        for (const Fold fold : tree_.shape.folds)
            groups.values.push_back({none_of(fold)});
        return groups;
    }
    /// Adds a node of the search's level to a cell.
    void add(std::uint32_t node, Groups& cell) const {
        const Level& level = tree_.levels[search_.level()];
        cell.count.front() += level.count[node];
        for (std::size_t m = 0; m < cell.values.size(); ++m) {
            std::int64_t& value = cell.values[m].front();
            value = combine(tree_.shape.folds[m], value, level.values[m][node]);
        }
    }
    void finish(Groups& cell) const {
        cell.method = Method::side_links;
        keep_asked(cell, query_);
    }

private:
    Groups cell(CancelPoll& poll) const {
        Groups groups = empty_cell();
        search_.for_each(poll, [&](std::uint32_t node, const auto&) { add(node, groups); });
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
    NodeSearch search_;
};

/// A cell that is found by the side links of a code.
struct LinkedCell {
    std::size_t level;
    std::uint32_t code;
    std::size_t query;

    auto operator<=>(const LinkedCell&) const = default;
    bool links_as(const LinkedCell& other) const { return level == other.level && code == other.code; }
};

/// Cells that are found by the side links of the same code. The nodes climb once for all of them, level by
/// level: a bit of a node's mask says that it still meets the conditions of a cell.
class SharedClimb {
public:
    static constexpr std::size_t max_cells = 64;

    /// False if the masks of codes would take longer than to climb for each cell alone.
    static bool is_worthwhile(const Tree& tree, std::span<const Answering> cells) {
        const NodeSearch& search = cells.front().search();
        std::size_t codes = 0;
        for (std::size_t level = 1; level < search.level(); ++level)
            codes += tree.shape.cardinalities[static_cast<std::size_t>(tree.path[level - 1])];
        return cells.size() > 1 && codes <= cells.size() * search.links_of(*search.linked_code()).size();
    }

    SharedClimb(const Tree& tree, std::span<const Answering> cells) : tree_(tree), cells_(cells) {
        const std::size_t levels = cells.front().search().level();
        for (std::size_t level = 1; level < levels; ++level) {
            const auto dimension = static_cast<std::size_t>(tree.path[level - 1]);
            Masks& masks = masks_.emplace_back();
            for (std::size_t cell = 0; cell < cells.size(); ++cell)
                if (!asked(cell, level).condition)
                    masks.any |= bit(cell);
            if (masks.any == all())
                continue;
            highest_ = std::min(highest_, level);
            masks.of_code.assign(tree.shape.cardinalities[dimension], masks.any);
            for (std::size_t cell = 0; cell < cells.size(); ++cell)
                for (const std::uint32_t code : asked(cell, level).codes)
                    masks.of_code[code] |= bit(cell);
        }
    }

    void run(std::span<Groups* const> answers, CancelPoll& poll) const {
        const NodeSearch& search = cells_.front().search();
        const std::span<const std::uint32_t> nodes = search.links_of(*search.linked_code());
        for (std::size_t cell = 0; cell < cells_.size(); ++cell)
            *answers[cell] = cells_[cell].empty_cell();
        std::vector<Climber> climbers;
        for (std::size_t first = 0; first < nodes.size(); first += nodes_at_once) {
            climbers.clear();
            for (const std::uint32_t node :
                 nodes.subspan(first, std::min(nodes_at_once, nodes.size() - first)))
                climbers.push_back({node, node, all()});
            for (std::size_t level = search.level(); level-- > highest_;) {
                poll.count(static_cast<std::int64_t>(climbers.size()));
                climb_to(level, climbers);
            }
            for (const Climber& climber : climbers)
                for (std::uint64_t left = climber.mask; left != 0; left &= left - 1) {
                    const auto cell = static_cast<std::size_t>(std::countr_zero(left));
                    cells_[cell].add(climber.from, *answers[cell]);
                }
        }
        for (std::size_t cell = 0; cell < cells_.size(); ++cell)
            cells_[cell].finish(*answers[cell]);
    }

private:
    struct Masks {
        std::uint64_t any = 0;                ///< cells without a condition
        std::vector<std::uint64_t> of_code{}; ///< empty if none has one
    };
    struct Climber {
        std::uint32_t from, node;
        std::uint64_t mask;
    };
    static constexpr std::size_t nodes_at_once = 4096;

    static std::uint64_t bit(std::size_t cell) { return std::uint64_t{1} << cell; }
    std::uint64_t all() const { return ~std::uint64_t{0} >> (max_cells - cells_.size()); }
    const QueryLevel& asked(std::size_t cell, std::size_t level) const {
        return cells_[cell].search().asked()[level - 1];
    }

    // Moves climbers up from the level below, and drops those without a cell.
    void climb_to(std::size_t level, std::vector<Climber>& climbers) const {
        const std::vector<std::uint32_t>&parent = tree_.levels[level + 1].parent,
              &key = tree_.levels[level].key;
        const std::vector<std::uint64_t>& of_code = masks_[level - 1].of_code;
        if (of_code.empty()) {
            for (Climber& climber : climbers)
                climber.node = parent[climber.node];
            return;
        }
        std::size_t kept = 0;
        for (const Climber& climber : climbers) {
            const std::uint32_t node = parent[climber.node];
            climbers[kept] = {climber.from, node, climber.mask & of_code[key[node]]};
            kept += climbers[kept].mask != 0 ? 1u : 0u;
        }
        climbers.resize(kept);
    }

    const Tree& tree_;
    std::span<const Answering> cells_;
    std::vector<Masks> masks_; ///< of levels 1, 2 ...
    std::size_t highest_ = std::numeric_limits<std::size_t>::max();
};

} // namespace

std::vector<Groups> answer(const Tree& tree, std::span<const Query> queries, const cpu::Options& options) {
    const auto size = static_cast<std::int64_t>(queries.size());
    std::vector<Groups> answers(queries.size());
    const auto name = [size](std::size_t number) {
        return size == 1 ? query_operation : fmt::format("{}: query {}", query_operation, number + 1);
    };
    const auto answer_alone = [&](std::size_t number, const Answering& one, CancelPoll& poll) {
        try {
            answers[number] = one.answer(poll, options.limits.cancelled);
        } catch (const std::bad_alloc&) {
            throw Error(name(number) +
                        ": not enough memory for its groups: ask for fewer codes, or fewer dimensions");
        }
    };
    cpu::QueryTeam team(size, options);
    const StageScope stage(options.observer, "query");
    std::vector<std::vector<LinkedCell>> found(static_cast<std::size_t>(team.threads()));
    team.for_each([&](std::int64_t query, int thread, CancelPoll& poll) {
        const auto number = static_cast<std::size_t>(query);
        const Answering one(tree, queries[number], name(number));
        if (const auto code = size > 1 ? one.shared_code() : std::nullopt)
            found[static_cast<std::size_t>(thread)].push_back({one.search().level(), *code, number});
        else
            answer_alone(number, one, poll);
    });

    std::vector<LinkedCell> cells;
    for (const std::vector<LinkedCell>& some : found)
        cells.insert(cells.end(), some.begin(), some.end());
    std::ranges::sort(cells);
    std::vector<std::span<const LinkedCell>> climbs;
    for (auto first = cells.begin(); first != cells.end();) {
        const auto end = std::find_if(first, cells.end(), [&](const LinkedCell& cell) {
            return !cell.links_as(*first) ||
                   &cell - &*first == static_cast<std::ptrdiff_t>(SharedClimb::max_cells);
        });
        climbs.emplace_back(first, end);
        first = end;
    }
    cpu::ThreadTeam climbing(cpu::threads_for(options, std::ssize(climbs)));
    share_numbers(climbing, 0, climbs.size(), options.limits.cancelled,
                  [&](std::size_t climb, CancelPoll& poll) {
                      std::vector<Answering> some;
                      std::vector<Groups*> wanted;
                      for (const LinkedCell& cell : climbs[climb]) {
                          some.emplace_back(tree, queries[cell.query], name(cell.query));
                          wanted.push_back(&answers[cell.query]);
                      }
                      if (SharedClimb::is_worthwhile(tree, some))
                          return SharedClimb(tree, some).run(wanted, poll);
                      for (std::size_t i = 0; i < some.size(); ++i)
                          answer_alone(climbs[climb][i].query, some[i], poll);
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
