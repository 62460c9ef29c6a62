#include "scanline/cube/build.h"
#include "checks.h"
#include "fold.h"
#include "levels.h"
#include "row_order.h"
#include "scanline/core/error.h"
#include "scanline/core/memory.h"
#include "scanline/core/raw_array.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

namespace scanline::cube {

namespace {

constexpr const char* build_operation = "cube build";

class Builder {
public:
    Builder(const Rows& rows, std::vector<int> path, const cpu::Options& options)
        : rows_(rows), options_(options), cancelled_(options.limits.cancelled),
          team_(cpu::threads_for(options, rows.size() / cpu::items_of_a_thread)) {
        tree_.shape = rows.shape;
        tree_.path = require_path(rows.shape, std::move(path), build_operation);
        require_rows(rows, team_, cancelled_, build_operation);
        tree_.levels.resize(tree_.path.size() + 1);
    }

    Tree build() {
        in_stage("key", [this] { sort_rows(); });
        in_stage("index", [this] { index(); });
        in_stage("header-table", [this] { make_header_tables(tree_, team_, cancelled_, build_operation); });
        in_stage("roll-up", [this] { roll_up(); });
        return std::move(tree_);
    }

private:
    template <class Work>
    void in_stage(std::string_view name, Work work) {
        const StageScope stage(options_.observer, name);
        work();
    }

    const std::vector<std::uint32_t>& codes_of(std::size_t level) const {
        return rows_.codes[static_cast<std::size_t>(tree_.path[level - 1])];
    }

    void sort_rows() {
        std::vector<Column> columns;
        for (const int d : tree_.path) {
            const auto dimension = static_cast<std::size_t>(d);
            columns.push_back({rows_.codes[dimension], rows_.shape.cardinalities[dimension]});
        }
        order_by_codes(columns, rows_.size(), tree_.row_order, team_, cancelled_, build_operation);
    }

    void index() {
        compare_neighbours();
        Level& root = tree_.levels.front();
        root.key = {0};
        root.parent = {0};
        root.first_child = {0, static_cast<std::uint32_t>(nodes_[1])};
        root.count = {0};
        root.values.assign(rows_.shape.folds.size(), {0});
        share_numbers(team_, 1, tree_.levels.size(), cancelled_,
                      [this](std::size_t level, CancelPoll& poll) { index_level(level, poll); });
    }

    // Finds the level at which each row begins nodes, and the number of nodes of each level.
    void compare_neighbours() {
        const std::size_t levels = tree_.levels.size();
        first_level_.allocate(tree_.row_order.size());
        std::vector<std::vector<std::int64_t>> begun(static_cast<std::size_t>(team_.size()));
        cpu::share_evenly(team_, rows_.size(), cancelled_,
                          [&](int thread, std::int64_t begin, std::int64_t end, CancelPoll& poll) {
                              std::vector<std::int64_t> counts(levels + 1);
                              in_pieces(end - begin, 8, poll, [&](std::int64_t first, std::int64_t last) {
                                  for (std::int64_t i = begin + first; i < begin + last; ++i) {
                                      const std::size_t level = first_difference(static_cast<std::size_t>(i));
                                      first_level_[static_cast<std::size_t>(i)] =
                                          static_cast<std::uint8_t>(level);
                                      ++counts[level];
                                  }
                              });
                              begun[static_cast<std::size_t>(thread)] = std::move(counts);
                          });
        nodes_.assign(levels + 1, 0);
        for (std::size_t level = 1; level < levels; ++level) {
            nodes_[level] = nodes_[level - 1];
            for (const std::vector<std::int64_t>& counts : begun)
                nodes_[level] += counts[level];
        }
    }

    // The first level whose codes of a row and the row before differ; one more than levels for equal rows.
    std::size_t first_difference(std::size_t i) const {
        std::size_t level = 1;
        if (i == 0)
            return level;
        const std::uint32_t row = tree_.row_order[i], before = tree_.row_order[i - 1];
        while (level < tree_.levels.size() && codes_of(level)[row] == codes_of(level)[before])
            ++level;
        return level;
    }

    void index_level(std::size_t number, CancelPoll& poll) {
        Level& level = tree_.levels[number];
        level.values.resize(rows_.shape.folds.size());
        for (std::size_t array = 0; array < node_arrays(level.values.size()); ++array)
            make_node_array(level, array, nodes_[number], build_operation);
        const std::vector<std::uint32_t>& codes = codes_of(number);
        std::uint32_t parents = number == 1 ? 1 : 0, children = 0;
        std::size_t node = 0;
        in_pieces(rows_.size(), 2, poll, [&](std::int64_t first, std::int64_t last) {
            for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i) {
                const std::size_t begun = first_level_[i];
                parents += number > 1 && begun < number;
                if (begun <= number) {
                    level.key[node] = codes[tree_.row_order[i]];
                    level.parent[node] = parents - 1;
                    level.first_child[node] = children;
                    ++node;
                }
                children += begun <= number + 1; // those of leaves are all rows
            }
        });
        level.first_child[node] = children;
    }

    void roll_up() {
        for (std::size_t number = tree_.levels.size(); number-- > 0;) {
            Level& level = tree_.levels[number];
            cpu::share_evenly(team_, level.size(), cancelled_,
                              [&](int /*thread*/, std::int64_t begin, std::int64_t end, CancelPoll& poll) {
                                  in_pieces(end - begin, 4, poll, [&](std::int64_t first, std::int64_t last) {
                                      roll_up_nodes(number, static_cast<std::size_t>(begin + first),
                                                    static_cast<std::size_t>(begin + last));
                                  });
                              });
        }
    }

    void roll_up_nodes(std::size_t number, std::size_t first, std::size_t last) {
        Level& level = tree_.levels[number];
        const bool leaves = number + 1 == tree_.levels.size();
        const Level* const below = leaves ? nullptr : &tree_.levels[number + 1];
        // Folds the values of a node's children into its own.
        const auto roll = [&](auto combine, auto& values, auto value_of_child) {
            for (std::size_t node = first; node < last; ++node) {
                std::int64_t value = combine.none;
                for (std::uint32_t child = level.first_child[node]; child < level.first_child[node + 1];
                     ++child)
                    value = combine(value, value_of_child(child));
                values[node] = static_cast<std::decay_t<decltype(values[node])>>(value);
            }
        };
        if (leaves)
            for (std::size_t node = first; node < last; ++node)
                level.count[node] = level.first_child[node + 1] - level.first_child[node];
        else
            roll(Sum(), level.count, [&](std::uint32_t child) { return std::int64_t{below->count[child]}; });
        for (std::size_t m = 0; m < level.values.size(); ++m) {
            with_fold(rows_.shape.folds[m], [&](auto combine) {
                if (leaves)
                    roll(combine, level.values[m],
                         [&](std::uint32_t place) { return rows_.measures[m][tree_.row_order[place]]; });
                else
                    roll(combine, level.values[m],
                         [&](std::uint32_t child) { return below->values[m][child]; });
            });
        }
    }

    const Rows& rows_;
    const cpu::Options& options_;
    const CancelHook& cancelled_;
    cpu::ThreadTeam team_;
    Tree tree_;
    RawArray<std::uint8_t> first_level_; ///< of each row in order: the first level where it begins a node
    std::vector<std::int64_t> nodes_;    ///< of each level; of the root, 0
};

} // namespace

Tree build(const Rows& rows, std::vector<int> path, const cpu::Options& options) {
    return Builder(rows, std::move(path), options).build();
}

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
        throw usage_error(fmt::format("{}: {} and {} rows exceed the limit of {}: split them between cubes",
                                      update_operation, tree.rows(), rows.size(), max_rows));
}

/// The nodes of both trees that a node of the new one is made of, or absent.
struct Sources {
    std::uint32_t a = absent, b = absent;

    bool both() const { return a != absent && b != absent; }
    // The tree and number of a node that only one tree has. The order of trees is random, so selecting beats
    // branching.
    std::size_t tree() const { return a == absent; }
    std::uint32_t node() const { return a == absent ? b : a; }
};

/// Some nodes of a level.
struct Nodes {
    std::uint32_t first, last;
};

/// Calls visit(sources) for the merged children of two nodes that become one, in the order of their keys.
template <class Visit>
void merge_children(Nodes a, Nodes b, const std::vector<std::uint32_t>& keys_a,
                    const std::vector<std::uint32_t>& keys_b, Visit visit) {
    while (a.first < a.last || b.first < b.last) {
        const bool in_a = a.first < a.last && (b.first == b.last || keys_a[a.first] <= keys_b[b.first]),
                   in_b = b.first < b.last && (a.first == a.last || keys_b[b.first] <= keys_a[a.first]);
        visit(Sources{in_a ? a.first : absent, in_b ? b.first : absent});
        a.first += in_a;
        b.first += in_b;
    }
}

/// Merges an old tree and that of further rows.
class Merger {
public:
    Merger(const Tree& before, const Tree& added, const cpu::Options& options)
        : trees_{&before, &added}, cancelled_(options.limits.cancelled),
          team_(cpu::threads_for(options, (before.rows() + added.rows()) / cpu::items_of_a_thread)) {
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
    template <class Work>
    void in_chunks(std::int64_t size, Work work) {
        cpu::share_evenly(team_, size, cancelled_,
                          [&](int /*thread*/, std::int64_t begin, std::int64_t end, CancelPoll& poll) {
                              in_pieces(end - begin, 8, poll, [&](std::int64_t first, std::int64_t last) {
                                  for (std::int64_t i = begin + first; i < begin + last; ++i)
                                      work(static_cast<std::size_t>(i));
                              });
                          });
    }

    void make_nodes(Level& level, std::int64_t nodes) {
        level.values.resize(tree_.shape.folds.size());
        share_numbers(team_, 0, node_arrays(level.values.size()), cancelled_,
                      [&](std::size_t array, CancelPoll& /*poll*/) {
                          make_node_array(level, array, nodes, update_operation);
                      });
    }

    void merge_levels() {
        Level& root = tree_.levels.front();
        make_nodes(root, 1);
        sources_below_.allocate(1);
        place(0, 0, 0, {0, 0});
        std::swap(sources_, sources_below_);
        for (std::size_t number = 0; number + 1 < tree_.levels.size(); ++number)
            merge_below(number);
        merge_rows();
    }

    const Level& source(std::size_t tree, std::size_t number) const { return trees_[tree]->levels[number]; }

    void place(std::size_t number, std::uint32_t node, std::uint32_t parent, Sources from) {
        Level& level = tree_.levels[number];
        const Level& one = source(from.tree(), number);
        level.key[node] = one.key[from.node()];
        level.parent[node] = parent;
        sources_below_[node] = from;
        if (from.both()) {
            const Level &a = source(0, number), &b = source(1, number);
            level.count[node] = a.count[from.a] + b.count[from.b];
            for (std::size_t m = 0; m < level.values.size(); ++m)
                level.values[m][node] =
                    combine(tree_.shape.folds[m], a.values[m][from.a], b.values[m][from.b]);
        } else {
            level.count[node] = one.count[from.node()];
            for (std::size_t m = 0; m < level.values.size(); ++m)
                level.values[m][node] = one.values[m][from.node()];
        }
    }

    Nodes children_of(std::size_t tree, std::size_t number, std::uint32_t node) const {
        const std::vector<std::uint32_t>& first = source(tree, number).first_child;
        return {first[node], first[node + 1]};
    }

    // Calls visit(sources) for the children of a node of the new tree.
    template <class Visit>
    void for_children(std::size_t number, Sources of, Visit visit) const {
        if (of.both()) {
            merge_children(children_of(0, number, of.a), children_of(1, number, of.b),
                           source(0, number + 1).key, source(1, number + 1).key, visit);
            return;
        }
        const Nodes children = children_of(of.tree(), number, of.node());
        for (std::uint32_t child = children.first; child < children.last; ++child)
            visit(of.tree() == 0 ? Sources{child, absent} : Sources{absent, child});
    }

    // Makes the nodes of the next level: counts those of every parent, then places them.
    void merge_below(std::size_t number) {
        Level &level = tree_.levels[number], &below = tree_.levels[number + 1];
        in_chunks(level.size(), [&](std::size_t node) {
            std::uint32_t children = 0;
            for_children(number, sources_[node], [&](Sources) { ++children; });
            level.first_child[node] = children;
        });
        std::exclusive_scan(level.first_child.begin(), level.first_child.end(), level.first_child.begin(),
                            0u);
        make_nodes(below, level.first_child.back());
        sources_below_.allocate(below.key.size());
        in_chunks(level.size(), [&](std::size_t node) {
            std::uint32_t child = level.first_child[node];
            for_children(number, sources_[node], [&](Sources from) {
                place(number + 1, child++, static_cast<std::uint32_t>(node), from);
            });
        });
        std::swap(sources_, sources_below_);
    }

    // The rows of a leaf are its old ones, then the further ones, which follow all old ones.
    void merge_rows() {
        Level& leaves = tree_.levels.back();
        const std::size_t last = tree_.levels.size() - 1;
        const auto old_rows = static_cast<std::uint32_t>(trees_[0]->rows());
        std::exclusive_scan(leaves.count.begin(), leaves.count.end(), leaves.first_child.begin(), 0u);
        leaves.first_child.back() = static_cast<std::uint32_t>(trees_[0]->rows() + trees_[1]->rows());
        allocate(tree_.row_order, leaves.first_child.back(), update_operation);
        in_chunks(leaves.size(), [&](std::size_t node) {
            std::uint32_t* to = tree_.row_order.data() + leaves.first_child[node];
            const auto copy = [&](std::size_t tree, std::uint32_t leaf, std::uint32_t rows_before) {
                const Nodes rows = children_of(tree, last, leaf);
                for (std::uint32_t i = rows.first; i < rows.last; ++i)
                    *to++ = trees_[tree]->row_order[i] + rows_before;
            };
            const Sources from = sources_[node];
            copy(from.tree(), from.node(), from.tree() == 0 ? 0 : old_rows);
            if (from.both())
                copy(1, from.b, old_rows);
        });
    }

    const std::array<const Tree*, 2> trees_; ///< the old one and that of the further rows
    const CancelHook& cancelled_;
    cpu::ThreadTeam team_;
    Tree tree_;
    RawArray<Sources> sources_;       ///< of each node of the level that is merged
    RawArray<Sources> sources_below_; ///< of those of the next level
};

} // namespace

Tree update(const Tree& tree, const Rows& rows, const cpu::Options& options) {
    require_update(tree, rows);
    return Merger(tree, build(rows, tree.path, options), options).merge(options.observer);
}

} // namespace scanline::cube
