#include "scanline/cube/update.h"

#include "fold.h"
#include "levels.h"

#include "scanline/core/error.h"
#include "scanline/core/memory.h"
#include "scanline/core/raw_array.h"
#include "scanline/cube/build.h"

#include <fmt/format.h>
#include <numeric>

namespace scanline::cube {

namespace {

constexpr const char* update_operation = "cube update";
constexpr std::uint32_t absent = 0xffffffff;

void require_update(const Tree& tree, const Rows& rows) {
    const Shape &before = tree.shape, &now = rows.shape;
    if (now.cardinalities.size() != before.cardinalities.size())
        throw usage_error(
            fmt::format("{}: the tree has {} dimensions, the rows {}: pass rows of the same columns",
                        update_operation, before.cardinalities.size(), now.cardinalities.size()));
    if (now.folds != before.folds)
        throw usage_error(fmt::format("{}: the measures of the rows are combined otherwise than those of the "
                                      "tree: pass rows of the same columns",
                                      update_operation));
    for (std::size_t d = 0; d < now.cardinalities.size(); ++d)
        if (now.cardinalities[d] < before.cardinalities[d])
            throw usage_error(fmt::format("{}: dimension {} has {} codes in the tree, but {} in the rows: "
                                          "dictionaries can only grow",
                                          update_operation, d, before.cardinalities[d],
                                          now.cardinalities[d]));
    if (rows.size() > max_rows - tree.rows())
        throw usage_error(fmt::format("{}: {} and {} rows are more than {}: split them between cubes",
                                      update_operation, tree.rows(), rows.size(), max_rows));
}

/// The children of a node in one of the two trees.
struct Children {
    const std::uint32_t* keys;
    std::uint32_t first, last;
};

/// Calls visit(a, b) for the children of two nodes that become one, in the order of their keys; absent for
/// what only the other has.
template <class Visit>
void merge_children(Children a, Children b, Visit visit) {
    while (a.first < a.last || b.first < b.last) {
        const bool in_a = a.first < a.last && (b.first == b.last || a.keys[a.first] <= b.keys[b.first]),
                   in_b = b.first < b.last && (a.first == a.last || b.keys[b.first] <= a.keys[a.first]);
        visit(in_a ? a.first : absent, in_b ? b.first : absent);
        a.first += in_a;
        b.first += in_b;
    }
}

/// Merges an old tree and that of further rows.
class Merger {
public:
    Merger(const Tree& before, const Tree& added, const cpu::Options& options)
        : before_(before), added_(added), cancelled_(options.limits.cancelled),
          team_(cpu::worthwhile_threads(options, (before.rows() + added.rows()) / cpu::items_of_a_thread)) {
        tree_.shape = added.shape;
        tree_.path = before.path;
        tree_.levels.resize(before.levels.size());
    }

    Tree merge(PassObserver* observer) {
        {
            const StageScope stage(observer, "merge");
            merge_levels();
        }
        const StageScope stage(observer, "header-table");
        make_header_tables(tree_, team_, cancelled_, update_operation);
        return std::move(tree_);
    }

private:
    /// The nodes of both trees that a node of the new one is made of.
    struct Sources {
        std::uint32_t a = absent, b = absent;
    };

    template <class Work>
    void share(std::int64_t size, Work work) {
        cpu::share_evenly(team_, size, cancelled_,
                          [&](int /*thread*/, std::int64_t begin, std::int64_t end, CancelPoll& poll) {
                              in_pieces(end - begin, 8, poll, [&](std::int64_t first, std::int64_t last) {
                                  for (std::int64_t i = begin + first; i < begin + last; ++i)
                                      work(static_cast<std::size_t>(i));
                              });
                          });
    }

    void merge_levels() {
        Level& root = tree_.levels.front();
        root.key = root.parent = {0};
        sources_ = RawArray<Sources>(1);
        sources_[0] = {0, 0};
        for (std::size_t number = 0; number < tree_.levels.size(); ++number) {
            merge_aggregates(number);
            if (number + 1 < tree_.levels.size())
                merge_nodes(number);
        }
        merge_rows();
    }

    void merge_aggregates(std::size_t number) {
        Level& level = tree_.levels[number];
        const Level &a = before_.levels[number], &b = added_.levels[number];
        make_room(level.count, level.size(), update_operation);
        level.values.resize(tree_.shape.folds.size());
        const auto merge = [&](auto& to, const auto& of_a, const auto& of_b, auto combine) {
            share(level.size(), [&](std::size_t node) {
                const Sources from = sources_[node];
                to[node] = from.b == absent   ? of_a[from.a]
                           : from.a == absent ? of_b[from.b]
                                              : combine(of_a[from.a], of_b[from.b]);
            });
        };
        merge(level.count, a.count, b.count, std::plus<std::uint32_t>());
        for (std::size_t m = 0; m < level.values.size(); ++m) {
            make_room(level.values[m], level.size(), update_operation);
            with_fold(tree_.shape.folds[m],
                      [&](auto combine) { merge(level.values[m], a.values[m], b.values[m], combine); });
        }
    }

    Children children_of(const Tree& tree, std::size_t number, std::uint32_t node) const {
        if (node == absent)
            return {nullptr, 0, 0};
        const std::vector<std::uint32_t>& first = tree.levels[number].first_child;
        return {tree.levels[number + 1].key.data(), first[node], first[node + 1]};
    }

    // Makes the nodes of the next level: counts those of every parent, then places them.
    void merge_nodes(std::size_t number) {
        Level &level = tree_.levels[number], &below = tree_.levels[number + 1];
        const auto for_children = [&](std::size_t node, auto visit) {
            merge_children(children_of(before_, number, sources_[node].a),
                           children_of(added_, number, sources_[node].b), visit);
        };
        make_room(level.first_child, level.size() + 1, update_operation);
        share(level.size(), [&](std::size_t node) {
            std::uint32_t children = 0;
            for_children(node, [&](std::uint32_t, std::uint32_t) { ++children; });
            level.first_child[node] = children;
        });
        std::exclusive_scan(level.first_child.begin(), level.first_child.end(), level.first_child.begin(),
                            0u);
        make_room(below.key, level.first_child.back(), update_operation);
        make_room(below.parent, level.first_child.back(), update_operation);
        RawArray<Sources> sources(below.key.size());
        const std::vector<std::uint32_t>&keys_a = before_.levels[number + 1].key,
              &keys_b = added_.levels[number + 1].key;
        share(level.size(), [&](std::size_t node) {
            std::uint32_t child = level.first_child[node];
            for_children(node, [&](std::uint32_t a, std::uint32_t b) {
                below.key[child] = a != absent ? keys_a[a] : keys_b[b];
                below.parent[child] = static_cast<std::uint32_t>(node);
                sources[child++] = {a, b};
            });
        });
        sources_ = std::move(sources);
    }

    // The rows of a leaf are its old ones, then the further ones, which follow all old ones.
    void merge_rows() {
        const Level &a = before_.levels.back(), &b = added_.levels.back();
        Level& leaves = tree_.levels.back();
        make_room(leaves.first_child, leaves.size() + 1, update_operation);
        std::exclusive_scan(leaves.count.begin(), leaves.count.end(), leaves.first_child.begin(), 0u);
        leaves.first_child.back() = static_cast<std::uint32_t>(before_.rows() + added_.rows());
        make_room(tree_.row_order, before_.rows() + added_.rows(), update_operation);
        share(leaves.size(), [&](std::size_t node) {
            const Sources from = sources_[node];
            auto to = tree_.row_order.begin() + leaves.first_child[node];
            if (from.a != absent)
                to = std::copy(before_.row_order.begin() + a.first_child[from.a],
                               before_.row_order.begin() + a.first_child[from.a + 1], to);
            if (from.b != absent)
                std::transform(
                    added_.row_order.begin() + b.first_child[from.b],
                    added_.row_order.begin() + b.first_child[from.b + 1], to,
                    [&](std::uint32_t row) { return static_cast<std::uint32_t>(before_.rows()) + row; });
        });
    }

    const Tree &before_, &added_;
    const CancelHook& cancelled_;
    cpu::ThreadTeam team_;
    Tree tree_;
    RawArray<Sources> sources_; ///< of each node of the level that is merged
};

} // namespace

Tree update(const Tree& tree, const Rows& rows, const cpu::Options& options) {
    require_update(tree, rows);
    return Merger(tree, build(rows, tree.path, options), options).merge(options.observer);
}

} // namespace scanline::cube
