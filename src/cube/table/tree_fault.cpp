#include "tree_fault.h"

#include "fold.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cube {

namespace {

// Every node has children, except a root without rows.
bool children_follow_one_another(const Level& level, bool may_be_childless) {
    if (level.first_child.front() != 0)
        return false;
    if (may_be_childless)
        return std::ranges::is_sorted(level.first_child);
    return std::ranges::adjacent_find(level.first_child, std::greater_equal()) == level.first_child.end();
}

bool keys_ascend(const Level& above, const Level& level, std::uint32_t cardinality) {
    for (std::size_t parent = 0; parent + 1 < above.first_child.size(); ++parent) {
        const auto first = level.key.begin() + above.first_child[parent];
        const auto last = level.key.begin() + above.first_child[parent + 1];
        if (first != last &&
            (last[-1] >= cardinality || std::adjacent_find(first, last, std::greater_equal()) != last))
            return false;
    }
    return true;
}

// True if each row is there once, and the rows of each leaf ascend.
bool rows_are_in_order(const std::vector<std::uint32_t>& order, const Level& leaves) {
    std::vector<bool> seen(order.size());
    for (const std::uint32_t row : order) {
        if (row >= order.size() || seen[row])
            return false;
        seen[row] = true;
    }
    for (std::size_t leaf = 0; leaf + 1 < leaves.first_child.size(); ++leaf)
        if (!std::is_sorted(order.begin() + leaves.first_child[leaf],
                            order.begin() + leaves.first_child[leaf + 1]))
            return false;
    return true;
}

// True if the value of each node folds the values of its children.
template <class Values, class ValueOfChild>
bool folds_up(Fold fold, const Level& level, const Values& values, ValueOfChild value_of_child) {
    return with_fold(fold, [&](auto combine) {
        for (std::size_t node = 0; node < values.size(); ++node) {
            std::int64_t value = combine.none;
            for (std::uint32_t child = level.first_child[node]; child < level.first_child[node + 1]; ++child)
                value = combine(value, value_of_child(child));
            if (value != values[node])
                return false;
        }
        return true;
    });
}

// Relies on checked counts: the nodes of a level divide the row order among them.
bool keys_are_of_rows(const Level& level, const std::vector<std::uint32_t>& codes,
                      const std::vector<std::uint32_t>& order) {
    std::size_t place = 0;
    for (std::size_t node = 0; node < level.key.size(); ++node)
        for (const std::size_t end = place + level.count[node]; place < end; ++place)
            if (codes[order[place]] != level.key[node])
                return false;
    return true;
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
