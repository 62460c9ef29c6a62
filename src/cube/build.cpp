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
        order_by_codes(columns_along(rows_, tree_.path), rows_.size(), tree_.row_order, team_, cancelled_,
                       build_operation);
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

} // namespace scanline::cube
