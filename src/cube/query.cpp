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

/// Cells of no rows.
Groups empty_cells(std::size_t cells, const Shape& shape) {
    Groups groups;
    groups.count.assign(cells, 0);
    for (const Fold fold : shape.folds)
        groups.values.emplace_back(cells, none_of(fold));
    return groups;
}

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

    /// Adds a node of the search's level to a cell.
    void add(std::uint32_t node, Groups& cells, std::size_t cell) const {
        const Level& level = tree_.levels[search_.level()];
        add(level.count, level.values, node, cells, cell);
    }
    /// Adds one of some cells to a cell.
    void add(const Groups& some, std::size_t one, Groups& cell) const {
        add(some.count, some.values, one, cell, 0);
    }
    void finish(Groups& cell) const {
        cell.method = Method::side_links;
        keep_asked(cell, query_);
    }

private:
    Groups cell(CancelPoll& poll) const {
        Groups groups = empty_cells(1, tree_.shape);
        search_.for_each(poll, [&](std::uint32_t node, const auto&) { add(node, groups, 0); });
        return groups;
    }

    template <class Counts>
    void add(const Counts& counts, const std::vector<std::vector<std::int64_t>>& values, std::size_t from,
             Groups& cells, std::size_t at) const {
        cells.count[at] += counts[from];
        for (std::size_t m = 0; m < values.size(); ++m)
            cells.values[m][at] = combine(tree_.shape.folds[m], cells.values[m][at], values[m][from]);
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
};

using Climb = std::vector<LinkedCell>;

/// Cells that are found by side links of one level, at most max_cells for each code. All nodes of the level
/// climb once, in order and level by level, so that memory is read in order: a bit of a node's mask says that
/// it still meets the conditions of a cell of its code.
class SharedClimb {
public:
    static constexpr std::size_t max_cells = 64;

    /// cells: ascending by code.
    SharedClimb(const Tree& tree, std::span<const Answering> cells)
        : tree_(tree), cells_(cells), level_(cells.front().search().level()) {
        first_.push_back(0);
        for (std::size_t cell = 1; cell < cells.size(); ++cell)
            if (code_of(cell) != code_of(cell - 1))
                first_.push_back(cell);
        first_.push_back(cells.size());
    }

    /// False if finding the cells one by one looks at fewer nodes and masks.
    bool is_worthwhile() const {
        // A node that only shows its key takes far less time than one that climbs.
        constexpr std::size_t keys_a_climb = 8;
        std::size_t links = 0, codes = 0;
        for (const Answering& cell : cells_)
            links += cell.search().links_of(*cell.search().linked_code()).size();
        for (std::size_t level = 1; level < level_; ++level)
            codes += cardinality(level);
        return links >= tree_.levels[level_].key.size() / keys_a_climb + slots() * codes;
    }

    void run(std::span<Groups* const> answers, cpu::ThreadTeam& team, const CancelHook& cancelled) {
        make_masks();
        std::vector<Groups> found(static_cast<std::size_t>(team.size()));
        cpu::share_evenly(team, tree_.levels[level_].size(), cancelled,
                          [&](int thread, std::int64_t begin, std::int64_t end, CancelPoll& poll) {
                              Groups& some = found[static_cast<std::size_t>(thread)];
                              some = empty_cells(cells_.size(), tree_.shape);
                              climb(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), some,
                                    poll);
                          });
        for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
            *answers[cell] = empty_cells(1, tree_.shape);
            for (const Groups& some : found)
                cells_[cell].add(some, cell, *answers[cell]);
            cells_[cell].finish(*answers[cell]);
        }
    }

private:
    struct Climber {
        std::uint32_t from, node;
        std::size_t slot; ///< of its code
        std::uint64_t mask;
    };
    static constexpr std::uint32_t nodes_at_once = 4096, no_slot = 0xffffffff;

    std::uint32_t code_of(std::size_t cell) const { return *cells_[cell].search().linked_code(); }
    std::size_t slots() const { return first_.size() - 1; }
    std::size_t cardinality(std::size_t level) const {
        return tree_.shape.cardinalities[static_cast<std::size_t>(tree_.path[level - 1])];
    }

    void make_masks() {
        slot_of_code_.assign(cardinality(level_), no_slot);
        for (std::size_t slot = 0; slot < slots(); ++slot)
            slot_of_code_[code_of(first_[slot])] = static_cast<std::uint32_t>(slot);
        masks_.resize(level_);
        for (std::size_t level = level_; --level > 0;) {
            const auto has_condition = [level](const Answering& cell) {
                return cell.search().asked()[level - 1].condition;
            };
            if (std::ranges::none_of(cells_, has_condition))
                continue;
            highest_ = level;
            masks_[level].assign(slots() * cardinality(level), 0);
            for (std::size_t slot = 0; slot < slots(); ++slot) {
                const std::span masks =
                    std::span(masks_[level]).subspan(slot * cardinality(level), cardinality(level));
                for (std::size_t cell = first_[slot]; cell < first_[slot + 1]; ++cell) {
                    const std::uint64_t bit = std::uint64_t{1} << (cell - first_[slot]);
                    if (has_condition(cells_[cell]))
                        for (const std::uint32_t code : cells_[cell].search().asked()[level - 1].codes)
                            masks[code] |= bit;
                    else
                        for (std::uint64_t& mask : masks)
                            mask |= bit;
                }
            }
        }
    }

    void climb(std::uint32_t begin, std::uint32_t end, Groups& found, CancelPoll& poll) const {
        const std::vector<std::uint32_t>& key = tree_.levels[level_].key;
        std::vector<Climber> climbers;
        for (std::uint32_t first = begin; first < end;) {
            const std::uint32_t last = std::min(end, first + nodes_at_once);
            climbers.clear();
            for (; first < last; ++first)
                if (const std::uint32_t slot = slot_of_code_[key[first]]; slot != no_slot)
                    climbers.push_back(
                        {first, first, slot,
                         ~std::uint64_t{0} >> (max_cells - (first_[slot + 1] - first_[slot]))});
            poll.count(nodes_at_once);
            for (std::size_t level = level_; level-- > highest_;) {
                poll.count(std::ssize(climbers));
                climb_to(level, climbers);
            }
            for (const Climber& climber : climbers)
                for (std::uint64_t left = climber.mask; left != 0; left &= left - 1) {
                    const std::size_t cell =
                        first_[climber.slot] + static_cast<std::size_t>(std::countr_zero(left));
                    cells_[cell].add(climber.from, found, cell);
                }
        }
    }

    // Moves climbers up from the level below, and drops those without a cell.
    void climb_to(std::size_t level, std::vector<Climber>& climbers) const {
        const std::vector<std::uint32_t>&parent = tree_.levels[level + 1].parent,
              &key = tree_.levels[level].key;
        const std::vector<std::uint64_t>& masks = masks_[level];
        if (masks.empty()) {
            for (Climber& climber : climbers)
                climber.node = parent[climber.node];
            return;
        }
        const std::size_t codes = cardinality(level);
        std::size_t kept = 0;
        for (const Climber& climber : climbers) {
            const std::uint32_t node = parent[climber.node];
            climbers[kept] = {climber.from, node, climber.slot,
                              climber.mask & masks[climber.slot * codes + key[node]]};
            kept += climbers[kept].mask != 0 ? 1u : 0u;
        }
        climbers.resize(kept);
    }

    const Tree& tree_;
    std::span<const Answering> cells_;
    std::size_t level_;
    std::vector<std::size_t> first_;                ///< one more than codes: the first cell of each
    std::vector<std::uint32_t> slot_of_code_;       ///< which of these codes a code is
    std::vector<std::vector<std::uint64_t>> masks_; ///< [level][slot, code]; empty without conditions
    std::size_t highest_ = std::numeric_limits<std::size_t>::max(); ///< level with a condition
};

// The climbs of a level: the first cells of each code, the next ones of each that has more ...
std::vector<Climb> climbs_of(std::vector<LinkedCell> cells) {
    std::ranges::sort(cells);
    std::vector<Climb> climbs;
    std::size_t first_of_level = 0, of_code = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool same_level = i > 0 && cells[i].level == cells[i - 1].level;
        if (!same_level)
            first_of_level = climbs.size();
        of_code = same_level && cells[i].code == cells[i - 1].code ? of_code + 1 : 0;
        const std::size_t climb = first_of_level + of_code / SharedClimb::max_cells;
        if (climb == climbs.size())
            climbs.emplace_back();
        climbs[climb].push_back(cells[i]);
    }
    return climbs;
}

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
    if (cells.empty())
        return answers;
    cpu::ThreadTeam climbing(cpu::threads_for(options, tree.rows() / cpu::items_of_a_thread));
    for (const Climb& climb : climbs_of(std::move(cells))) {
        std::vector<Answering> some;
        std::vector<Groups*> wanted;
        for (const LinkedCell& cell : climb) {
            some.emplace_back(tree, queries[cell.query], name(cell.query));
            wanted.push_back(&answers[cell.query]);
        }
        if (SharedClimb shared(tree, some); shared.is_worthwhile())
            shared.run(wanted, climbing, options.limits.cancelled);
        else
            share_numbers(
                climbing, 0, some.size(), options.limits.cancelled,
                [&](std::size_t i, CancelPoll& poll) { answer_alone(climb[i].query, some[i], poll); });
    }
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
