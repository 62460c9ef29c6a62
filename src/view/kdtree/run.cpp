#include "kdtree/run.h"

#include "scanline/core/random.h"
#include "scanline/kdtree/build.h"
#include "scanline/machine/repetition.h"

#include <algorithm>
#include <chrono>

namespace scanline::view {

namespace {

constexpr int most_repetitions = 9;
constexpr std::chrono::milliseconds enough{200};

void build_timed(KdRun& run, const std::function<bool()>& cancelled) {
    const points::Points<float> points = run.cloud.points();
    run.threads = kdtree::build_threads(points.size());
    machine::StageTimes times;
    run.tree = kdtree::build(points, {.observer = &times});
    times.take(); // pages and caches are new to the first
    std::vector<machine::Repetition> repetitions;
    const auto end = std::chrono::steady_clock::now() + enough;
    do {
        kdtree::build(points, {.observer = &times});
        repetitions.push_back(times.take());
    } while (repetitions.size() < most_repetitions && std::chrono::steady_clock::now() < end && !cancelled());
    const auto median = repetitions.begin() + static_cast<std::ptrdiff_t>(repetitions.size() / 2);
    std::ranges::nth_element(repetitions, median, {}, &machine::Repetition::milliseconds);
    run.times = *median;
}

/// One of every so many neighbours, at random: every other one of a tree would be a pattern. And those of the
/// first levels.
std::vector<std::int64_t> nodes_to_draw(const KdRun& run) {
    const std::int64_t size = run.tree.size(), most = KdRun::most_drawn;
    const std::int64_t stride = (size + most - 1) / most;
    std::vector<std::int64_t> nodes;
    Random random(1);
    for (std::int64_t first = 0; first < size; first += stride)
        nodes.push_back(first + random.between(0, static_cast<int>(std::min(stride, size - first)) - 1));
    for (const KdCell& cell : run.cells) {
        if (cell.subtree.depth < KdRun::levels_drawn)
            nodes.push_back(cell.node);
    }
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

void follow(KdRun& run) {
    run.trace = kdtree::trace_build(run.cloud.points());
    run.node_of.assign(static_cast<std::size_t>(run.cloud.points().size()), -1);
    for (std::size_t node = 0; node < run.tree.index.size(); ++node)
        run.node_of[static_cast<std::size_t>(run.tree.index[node])] = static_cast<std::int64_t>(node);
}

} // namespace

KdRun run_kd(const KdSetup& setup, const std::function<bool()>& cancelled) {
    KdRun run;
    run.setup = setup;
    const std::optional<points::PointDistribution> preset = setup.preset();
    run.cloud = preset ? points::make_shown_cloud(*preset, setup.count, setup.dimensions,
                                                  static_cast<std::uint64_t>(setup.seed))
                       : read_kd_points(setup.points);
    if (cancelled())
        return run;
    build_timed(run, cancelled);
    run.bounds = bounds_of(run.tree.points());
    run.cells = cells_of(run.tree, run.bounds, KdRun::most_levels);
    run.drawn = nodes_to_draw(run);
    if (run.cloud.points().size() <= KdRun::most_followed)
        follow(run);
    return run;
}

} // namespace scanline::view
