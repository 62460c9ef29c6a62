#include "scanline/cube/trace.h"

#include "fold.h"
#include "node_search.h"

#include "scanline/cube/build.h"

#include <algorithm>
#include <utility>

namespace scanline::cube {

namespace {

cpu::Options alone(const CancelHook& cancelled) {
    return {.threads = 1, .limits = {.cancelled = cancelled}};
}

std::span<const std::uint32_t> children_keys(const Tree& tree, std::size_t level, std::uint32_t node) {
    if (node == UpdateTrace::none)
        return {};
    const std::vector<std::uint32_t>& first = tree.levels[level].first_child;
    return std::span(tree.levels[level + 1].key).subspan(first[node], first[node + 1] - first[node]);
}

/// Records the steps of a search.
class Recorder {
public:
    Recorder(const Tree& tree, QueryTrace& trace) : tree_(tree), trace_(trace) {
        for (const Fold fold : tree.shape.folds)
            trace.cell.values.push_back(none_of(fold));
    }

    void compared(std::uint32_t node) { compared_.push_back(node); }
    void descended(std::size_t level, std::uint32_t node, bool met) {
        add({QueryTrace::Step::Kind::descend, level, node, {}, met, {}});
    }
    void looked(std::uint32_t node, bool met) {
        if (met) {
            const Level& level = tree_.levels[trace_.deepest];
            trace_.cell.count += level.count[node];
            for (std::size_t m = 0; m < level.values.size(); ++m)
                trace_.cell.values[m] =
                    combine(tree_.shape.folds[m], trace_.cell.values[m], level.values[m][node]);
        }
        add({QueryTrace::Step::Kind::look, trace_.deepest, node, {}, met, {}});
    }

private:
    void add(QueryTrace::Step step) {
        step.compared = std::exchange(compared_, {});
        step.sum = trace_.cell;
        trace_.steps.push_back(std::move(step));
    }

    const Tree& tree_;
    QueryTrace& trace_;
    std::vector<std::uint32_t> compared_; ///< since the last step
};

} // namespace

std::int64_t BuildTrace::comparisons(std::size_t first, std::size_t last) const {
    std::int64_t sum = 0;
    for (std::size_t i = std::max<std::size_t>(first, 1); i < last; ++i)
        sum += static_cast<std::int64_t>(std::min(first_level[i], tree.path.size()));
    return sum;
}

BuildTrace trace_build(const Rows& rows, std::vector<int> path, const CancelHook& cancelled) {
    BuildTrace trace{build(rows, std::move(path), alone(cancelled)), {}};
    const std::vector<std::uint32_t>& order = trace.tree.row_order;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto differs = [&](int dimension) {
            const std::vector<std::uint32_t>& codes = rows.codes[static_cast<std::size_t>(dimension)];
            return i == 0 || codes[order[i]] != codes[order[i - 1]];
        };
        const auto first = std::ranges::find_if(trace.tree.path, differs);
        trace.first_level.push_back(static_cast<std::size_t>(first - trace.tree.path.begin()) + 1);
    }
    return trace;
}

UpdateTrace trace_update(const Tree& before, const Rows& rows, const CancelHook& cancelled) {
    UpdateTrace trace;
    trace.added = build(rows, before.path, alone(cancelled));
    trace.tree = update(before, rows, alone(cancelled));
    trace.sources = {{{0, 0}}};
    trace.comparisons = {0};
    for (std::size_t level = 0; level + 1 < before.levels.size(); ++level) {
        std::vector<UpdateTrace::Source> below;
        std::int64_t comparisons = 0;
        for (const UpdateTrace::Source of : trace.sources[level]) {
            const auto a = children_keys(before, level, of.before),
                       b = children_keys(trace.added, level, of.added);
            for (std::uint32_t i = 0, j = 0; i < a.size() || j < b.size();) {
                comparisons += i < a.size() && j < b.size();
                const bool in_a = i < a.size() && (j == b.size() || a[i] <= b[j]),
                           in_b = j < b.size() && (i == a.size() || b[j] <= a[i]);
                below.push_back({in_a ? before.levels[level].first_child[of.before] + i++ : trace.none,
                                 in_b ? trace.added.levels[level].first_child[of.added] + j++ : trace.none});
            }
        }
        trace.sources.push_back(std::move(below));
        trace.comparisons.push_back(comparisons);
    }
    return trace;
}

QueryTrace trace_query(const Tree& tree, const std::vector<Condition>& where, const CancelHook& cancelled) {
    const NodeSearch search(tree, where, {}, "cube query");
    QueryTrace trace;
    trace.method = search.method();
    trace.deepest = search.level();
    Recorder recorder(tree, trace);
    CancelPoll poll(cancelled);
    search.for_each(
        poll, [](std::uint32_t, const auto&) {}, recorder);
    return trace;
}

} // namespace scanline::cube
