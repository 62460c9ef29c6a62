#include "tree_fault.h"

#include "fold.h"
#include "scanline/cpu/shared_work.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <functional>
#include <numeric>

namespace scanline::cube {

namespace {

// True if no number below `count` is one of those that fail. Threads share them.
template <class Fails>
bool none_fails(std::size_t count, Fails fails) {
    return cpu::first_where<std::uint32_t>(0, count,
                                           [&](std::size_t i) { return std::uint32_t{fails(i)}; }) == count;
}

// Every node has children, except a root without rows.
bool children_follow_one_another(const Level& level, bool may_be_childless) {
    const std::vector<std::uint32_t>& first = level.first_child;
    return first.front() == 0 && none_fails(first.size() - 1, [&](std::size_t node) {
               return first[node] > first[node + 1] || (!may_be_childless && first[node] == first[node + 1]);
           });
}

bool keys_ascend(const Level& above, const Level& level, std::uint32_t cardinality) {
    return none_fails(above.first_child.size() - 1, [&](std::size_t parent) {
        const auto first = level.key.begin() + above.first_child[parent];
        const auto last = level.key.begin() + above.first_child[parent + 1];
        return first != last &&
               (last[-1] >= cardinality || std::adjacent_find(first, last, std::greater_equal()) != last);
    });
}

// True if each row is there once, and the rows of each leaf ascend.
bool rows_are_in_order(const std::vector<std::uint32_t>& order, const Level& leaves) {
    if (!none_fails(order.size(), [&](std::size_t place) { return order[place] >= order.size(); }))
        return false;
    // A row that is there twice has one place, and another row none.
    std::vector<std::uint32_t> place_of(order.size());
    const auto place = [&](std::size_t i) { return std::atomic_ref(place_of[order[i]]); };
    none_fails(order.size(), [&](std::size_t i) {
        place(i).store(static_cast<std::uint32_t>(i), std::memory_order_relaxed);
        return false;
    });
    return none_fails(order.size(), [&](std::size_t i) { return place_of[order[i]] != i; }) &&
           none_fails(leaves.first_child.size() - 1, [&](std::size_t leaf) {
               return !std::is_sorted(order.begin() + leaves.first_child[leaf],
                                      order.begin() + leaves.first_child[leaf + 1]);
           });
}

// True if the value of each node folds the values of its children.
template <class Values, class ValueOfChild>
bool folds_up(Fold fold, const Level& level, const Values& values, ValueOfChild value_of_child) {
    return with_fold(fold, [&](auto combine) {
        return none_fails(values.size(), [&](std::size_t node) {
            std::int64_t value = combine.none;
            for (std::uint32_t child = level.first_child[node]; child < level.first_child[node + 1]; ++child)
                value = combine(value, value_of_child(child));
            return value != values[node];
        });
    });
}

// Relies on checked counts: the nodes of a level divide the row order among them.
bool keys_are_of_rows(const Level& level, const std::vector<std::uint32_t>& codes,
                      const std::vector<std::uint32_t>& order) {
    std::vector<std::size_t> ends(level.count.begin(), level.count.end());
    std::inclusive_scan(ends.begin(), ends.end(), ends.begin());
    std::atomic<bool> are = true;
    cpu::ThreadTeam team(
        cpu::threads_for({}, static_cast<std::int64_t>(order.size()) / cpu::items_of_a_thread));
    share_parts(team, order.size(), static_cast<std::size_t>(team.size()),
                [&](std::size_t /*thread*/, std::size_t place, std::size_t last) {
                    auto node =
                        static_cast<std::size_t>(std::ranges::upper_bound(ends, place) - ends.begin());
                    for (; place < last && are; ++node)
                        for (const std::size_t end = std::min(ends[node], last); place < end; ++place)
                            if (codes[order[place]] != level.key[node])
                                are = false;
                });
    return are;
}

} // namespace

std::optional<std::string> tree_fault(const Tree& tree, const Rows& rows, CancelPoll& poll) {
    if (tree.levels.front().key.front() != 0)
        return "its root has a key";
    for (std::size_t number = 0; number < tree.levels.size(); ++number) {
        if (!children_follow_one_another(tree.levels[number], number == 0 && rows.size() == 0))
            return fmt::format("the first children of level {} do not ascend", number);
        if (number > 0 &&
            !keys_ascend(tree.levels[number - 1], tree.levels[number],
                         tree.shape.cardinalities[static_cast<std::size_t>(tree.path[number - 1])]))
            return fmt::format(
                "the keys of level {} do not ascend, or exceed the cardinality of its dimension", number);
    }
    if (!rows_are_in_order(tree.row_order, tree.levels.back()))
        return "its row order does not name each row once, in order";
    for (std::size_t number = tree.levels.size(); number-- > 0;) {
        poll.ask();
        const Level& level = tree.levels[number];
        const bool leaves = number + 1 == tree.levels.size();
        const Level* const below = leaves ? nullptr : &tree.levels[number + 1];
        if (!folds_up(Fold::sum, level, level.count, [&](std::uint32_t child) {
                return leaves ? std::int64_t{1} : std::int64_t{below->count[child]};
            }))
            return fmt::format("the counts of level {} do not match its rows", number);
        for (std::size_t m = 0; m < level.values.size(); ++m)
            if (!folds_up(tree.shape.folds[m], level, level.values[m], [&](std::uint32_t child) {
                    return leaves ? rows.measures[m][tree.row_order[child]] : below->values[m][child];
                }))
                return fmt::format("the values of level {} do not match its rows", number);
    }
    for (std::size_t number = 1; number < tree.levels.size(); ++number) {
        poll.ask();
        if (!keys_are_of_rows(tree.levels[number],
                              rows.codes[static_cast<std::size_t>(tree.path[number - 1])], tree.row_order))
            return fmt::format("the keys of level {} do not match its rows", number);
    }
    return std::nullopt;
}

} // namespace scanline::cube
