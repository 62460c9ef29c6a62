#include "checks.h"
#include "fold.h"
#include "levels.h"
#include "row_order.h"

#include "scanline/core/error.h"
#include "scanline/core/memory.h"
#include "scanline/core/raw_array.h"
#include "scanline/cube/build.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace scanline::cube {

namespace {

constexpr const char* update_operation = "cube update";

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
        throw usage_error(fmt::format("{}: {} and {} rows exceed the limit of {}: split them between cubes",
                                      update_operation, tree.rows(), rows.size(), max_rows));
}

/// Adds rows to a tree. Goes down the levels with all rows in the order of the tree: a row stands at its node
/// of the old tree as long as there is one, then at the place where its new nodes are inserted. Everything
/// between two places is copied.
class Updater {
public:
    Updater(const Tree& before, const Rows& rows, const cpu::Options& options)
        : before_(before), rows_(rows), size_(static_cast<std::size_t>(rows.size())),
          cancelled_(options.limits.cancelled),
          team_(cpu::threads_for(options, (before.rows() + rows.size()) / cpu::items_of_a_thread)),
          parts_(static_cast<std::size_t>(team_.size())) {
        require_rows(rows, team_, cancelled_, update_operation);
        tree_.shape = rows.shape;
        tree_.path = before.path;
        tree_.levels.resize(before.levels.size());
    }

    Tree update(PassObserver* observer) {
        {
            const StageScope stage(observer, "key");
            sort_rows();
        }
        {
            const StageScope stage(observer, "merge");
            add_to_root();
            for (std::size_t level = 1; level < tree_.levels.size(); ++level) {
                find_nodes(level);
                place_nodes(level);
                copy_nodes(level);
                add_nodes(level);
                link_children(level);
            }
            merge_rows();
        }
        const StageScope stage(observer, "header-table");
        make_header_tables(tree_, team_, cancelled_, update_operation);
        return std::move(tree_);
    }

private:
    /// The node of a row on a level.
    struct Standing {
        std::uint32_t place;   ///< its node in the old tree; for a new node, the old one that follows
        std::uint32_t node;    ///< in the new tree
        std::uint32_t moved;   ///< by how much old nodes after this one move
        bool is_new = false;   ///< the old tree lacks the node
        bool is_first = false; ///< the row before has another node
    };
    /// New items are inserted before an old one.
    struct Place {
        std::uint32_t before;
        std::uint32_t parents_moved; ///< by how much the parents of old nodes after it move
    };
    /// The rows of one thread.
    struct Part {
        std::size_t first = 0, end = 0;
        std::size_t inserted = 0; ///< new nodes of the level
    };

    template <class Work>
    void in_chunks(std::size_t size, Work work) {
        cpu::share_evenly(team_, static_cast<std::int64_t>(size), cancelled_,
                          [&](int thread, std::int64_t begin, std::int64_t end, CancelPoll& poll) {
                              in_pieces(end - begin, 8, poll, [&](std::int64_t first, std::int64_t last) {
                                  work(static_cast<std::size_t>(begin + first),
                                       static_cast<std::size_t>(begin + last), thread);
                              });
                          });
    }

    void sort_rows() {
        order_by_codes(columns_along(rows_, tree_.path), rows_.size(), order_, team_, cancelled_,
                       update_operation);
        for (const std::vector<std::int64_t>& column : rows_.measures) {
            RawArray<std::int64_t>& sorted = measures_.emplace_back(size_);
            in_chunks(size_, [&](std::size_t first, std::size_t last, int) {
                for (std::size_t i = first; i < last; ++i)
                    sorted[i] = column[order_[i]];
            });
        }
    }

    void make_nodes(Level& level, std::size_t nodes) {
        level.values.resize(tree_.shape.folds.size());
        share_numbers(team_, 0, node_arrays(level.values.size()), cancelled_,
                      [&](std::size_t array, CancelPoll& /*poll*/) {
                          make_node_array(level, array, static_cast<std::int64_t>(nodes), update_operation);
                      });
    }

    void add_to_root() {
        Level& root = tree_.levels.front();
        root = before_.levels.front();
        root.count.front() += static_cast<std::uint32_t>(size_);
        for (std::size_t m = 0; m < root.values.size(); ++m)
            with_fold(tree_.shape.folds[m], [&](auto combine) {
                std::int64_t& value = root.values[m].front();
                value = std::accumulate(measures_[m].begin(), measures_[m].end(), value, combine);
            });
        standings_.allocate(size_);
        std::fill(standings_.begin(), standings_.end(), Standing{0, 0, 0});
        if (size_ > 0)
            standings_[0].is_first = true;
    }

    // Moves all rows down to their nodes, or their places, on a level, and counts new nodes.
    void find_nodes(std::size_t number) {
        const std::vector<std::uint32_t>&first_child = before_.levels[number - 1].first_child,
              &keys = before_.levels[number].key,
              &codes = rows_.codes[static_cast<std::size_t>(tree_.path[number - 1])];
        codes_.allocate(size_);
        in_chunks(size_, [&](std::size_t first, std::size_t last, int) {
            for (std::size_t i = first; i < last; ++i)
                codes_[i] = codes[order_[i]];
        });
        parts_.assign(parts_.size(), {});
        in_chunks(size_, [&](std::size_t first, std::size_t last, int thread) {
            Part& part = parts_[static_cast<std::size_t>(thread)];
            if (part.end == 0)
                part.first = first;
            part.end = last;
            for (std::size_t i = first; i < last; ++i) {
                Standing& row = standings_[i];
                row.is_first = row.is_first || codes_[i] != codes_[i - 1];
                if (!row.is_first && i > part.first) {
                    row.place = standings_[i - 1].place;
                    row.is_new = standings_[i - 1].is_new;
                } else if (row.is_new) {
                    row.place = first_child[row.place];
                } else {
                    const auto begin = keys.begin() + first_child[row.place],
                               end = keys.begin() + first_child[row.place + 1],
                               found = std::lower_bound(begin, end, codes_[i]);
                    row.place = static_cast<std::uint32_t>(found - keys.begin());
                    row.is_new = found == end || *found != codes_[i];
                }
                part.inserted += row.is_first && row.is_new;
            }
        });
    }

    // Numbers the nodes of rows in the new tree.
    void place_nodes(std::size_t number) {
        std::size_t inserted = 0;
        for (Part& part : parts_)
            inserted += std::exchange(part.inserted, inserted);
        places_.allocate(inserted);
        parents_.allocate(size_);
        make_nodes(tree_.levels[number], before_.levels[number].key.size() + inserted);
        in_chunks(size_, [&](std::size_t first, std::size_t last, int thread) {
            std::size_t& next = parts_[static_cast<std::size_t>(thread)].inserted;
            for (std::size_t i = first; i < last; ++i) {
                Standing& row = standings_[i];
                parents_[i] = row.node;
                const bool inserts = row.is_first && row.is_new;
                if (inserts)
                    places_[next] = {row.place, row.moved};
                next += inserts;
                row.moved = static_cast<std::uint32_t>(next);
                row.node = row.place + row.moved - row.is_new;
            }
        });
    }

    // Calls copy(first, last, next) for runs of old items that no place divides, where `next` places are
    // before them: they move as far.
    template <class Copy>
    void for_runs(std::size_t size, Copy copy) {
        in_chunks(size, [&](std::size_t first, std::size_t last, int) {
            auto next = static_cast<std::size_t>(
                std::ranges::upper_bound(places_, first, {}, &Place::before) - places_.begin());
            while (first < last) {
                const std::size_t end =
                    next < places_.size() ? std::min<std::size_t>(places_[next].before, last) : last;
                copy(first, end, next);
                first = end;
                while (next < places_.size() && places_[next].before == first)
                    ++next;
            }
        });
    }

    // Every node of the level above has one child, in both trees: the rows of a node are those of its parent.
    bool repeats_parents(std::size_t number) const {
        const auto same_size = [number](const Tree& tree) {
            return tree.levels[number].size() == tree.levels[number - 1].size();
        };
        return number > 1 && same_size(before_) && same_size(tree_);
    }

    template <class T>
    static void copy_items(const std::vector<T>& from, std::vector<T>& to, std::size_t first,
                           std::size_t last, std::size_t shift) {
        for (std::size_t i = first; i < last; ++i)
            to[i + shift] = from[i];
    }

    void copy_nodes(std::size_t number) {
        const Level& old = before_.levels[number];
        Level& level = tree_.levels[number];
        if (repeats_parents(number)) {
            copy_parents(tree_.levels[number - 1], level);
            for_runs(old.key.size(), [&](std::size_t first, std::size_t last, std::size_t next) {
                copy_items(old.key, level.key, first, last, next);
            });
            return;
        }
        constexpr std::size_t few_nodes = 16; // as quick together as array by array
        const std::size_t measures = level.values.size();
        for_runs(old.key.size(), [&](std::size_t first, std::size_t last, std::size_t next) {
            const std::uint32_t parents_moved = next > 0 ? places_[next - 1].parents_moved : 0;
            if (last - first <= few_nodes) {
                for (std::size_t i = first; i < last; ++i) {
                    level.key[i + next] = old.key[i];
                    level.parent[i + next] = old.parent[i] + parents_moved;
                    level.count[i + next] = old.count[i];
                    for (std::size_t m = 0; m < measures; ++m)
                        level.values[m][i + next] = old.values[m][i];
                }
                return;
            }
            copy_items(old.key, level.key, first, last, next);
            copy_items(old.count, level.count, first, last, next);
            for (std::size_t m = 0; m < measures; ++m)
                copy_items(old.values[m], level.values[m], first, last, next);
            for (std::size_t i = first; i < last; ++i)
                level.parent[i + next] = old.parent[i] + parents_moved;
        });
    }

    void copy_parents(const Level& parents, Level& level) {
        in_chunks(level.key.size(), [&](std::size_t first, std::size_t last, int) {
            copy_items(parents.count, level.count, first, last, 0);
            for (std::size_t m = 0; m < level.values.size(); ++m)
                copy_items(parents.values[m], level.values[m], first, last, 0);
            std::iota(level.parent.begin() + static_cast<std::ptrdiff_t>(first),
                      level.parent.begin() + static_cast<std::ptrdiff_t>(last),
                      static_cast<std::uint32_t>(first));
        });
    }

    // Writes new nodes, and adds to the old ones that rows stand at. The first row of a node does it.
    void add_nodes(std::size_t number) {
        Level& level = tree_.levels[number];
        const bool repeats = repeats_parents(number);
        in_chunks(size_, [&](std::size_t first, std::size_t last, int) {
            for (std::size_t i = first; i < last; ++i) {
                const Standing& row = standings_[i];
                if (!row.is_first)
                    continue;
                if (row.is_new)
                    level.key[row.node] = codes_[i];
                if (repeats)
                    continue;
                std::size_t end = i + 1;
                while (end < size_ && !standings_[end].is_first)
                    ++end;
                if (row.is_new) {
                    level.parent[row.node] = parents_[i];
                    level.count[row.node] = 0;
                }
                level.count[row.node] += static_cast<std::uint32_t>(end - i);
                for (std::size_t m = 0; m < level.values.size(); ++m)
                    with_fold(tree_.shape.folds[m], [&](auto combine) {
                        std::int64_t& value = level.values[m][row.node];
                        value = std::accumulate(measures_[m].begin() + i, measures_[m].begin() + end,
                                                row.is_new ? combine.none : value, combine);
                    });
            }
        });
    }

    void link_children(std::size_t number) {
        const std::vector<std::uint32_t>& parent = tree_.levels[number].parent;
        std::vector<std::uint32_t>& first_child = tree_.levels[number - 1].first_child;
        in_chunks(parent.size(), [&](std::size_t first, std::size_t last, int) {
            for (std::size_t node = first; node < last; ++node)
                if (node == 0 || parent[node] != parent[node - 1])
                    first_child[parent[node]] = static_cast<std::uint32_t>(node);
        });
        first_child.back() = static_cast<std::uint32_t>(parent.size());
    }

    // A new row comes after the old ones of its leaf.
    void merge_rows() {
        Level& leaves = tree_.levels.back();
        const std::vector<std::uint32_t>& first_row = before_.levels.back().first_child;
        std::exclusive_scan(leaves.count.begin(), leaves.count.end(), leaves.first_child.begin(), 0u);
        const auto old_rows = static_cast<std::uint32_t>(before_.rows());
        leaves.first_child.back() = old_rows + static_cast<std::uint32_t>(size_);
        allocate(tree_.row_order, before_.rows() + rows_.size(), update_operation);
        places_.allocate(size_);
        in_chunks(size_, [&](std::size_t first, std::size_t last, int) {
            for (std::size_t i = first; i < last; ++i) {
                const Standing& row = standings_[i];
                places_[i] = {first_row[row.place + !row.is_new], 0};
                tree_.row_order[places_[i].before + i] = old_rows + order_[i];
            }
        });
        for_runs(before_.row_order.size(), [&](std::size_t first, std::size_t last, std::size_t next) {
            copy_items(before_.row_order, tree_.row_order, first, last, next);
        });
    }

    const Tree& before_;
    const Rows& rows_;
    const std::size_t size_; ///< of the rows
    const CancelHook& cancelled_;
    cpu::ThreadTeam team_;
    Tree tree_;
    std::vector<std::uint32_t> order_; ///< of the rows; all arrays of rows below are in it
    std::vector<RawArray<std::int64_t>> measures_;
    RawArray<std::uint32_t> codes_; ///< in the dimension of the level
    RawArray<Standing> standings_;
    RawArray<std::uint32_t> parents_; ///< nodes of the level above, in the new tree
    std::vector<Part> parts_;
    RawArray<Place> places_; ///< of new nodes, ascending
};

} // namespace

Tree update(const Tree& tree, const Rows& rows, const cpu::Options& options) {
    require_update(tree, rows);
    return Updater(tree, rows, options).update(options.observer);
}

} // namespace scanline::cube
