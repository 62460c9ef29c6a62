#include "scenes/kdtree/run.h"

#include "scanline/core/error.h"
#include "scanline/core/random.h"
#include "scanline/data/file.h"
#include "scanline/kdtree/tree.h"
#include "scanline/points/convert.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace scanline::view::kdtree_scene {

namespace {

/// A smaller fraction of the points' extent is invisible.
constexpr double visible_part = 1e-4;

void require_points_to_show(const std::filesystem::path& path, int dimensions, std::int64_t size) {
    if (dimensions != 2 && dimensions != 3)
        throw data::read_error(
            path,
            fmt::format("its points have {} coordinates: this scene shows those of 2 or 3", dimensions));
    if (size > Setup::max_points)
        throw data::read_error(
            path, fmt::format("it has {} points: this scene shows up to {}", size, Setup::max_points));
}

template <points::Coordinate C>
points::PointCloud<float> to_floats(const std::filesystem::path& path, const points::PointCloud<C>& cloud) {
    points::PointCloud<float> made{{}, cloud.dimensions};
    made.coordinates.reserve(cloud.coordinates.size());
    double change = 0;
    const auto error_at = [&](std::size_t at, const std::string& what) {
        const auto dimensions = static_cast<std::size_t>(cloud.dimensions);
        return data::read_error(
            path, fmt::format("row {}, column {} is {}", at / dimensions, at % dimensions, what));
    };
    for (const C coordinate : cloud.coordinates) {
        const std::optional<float> nearest = points::nearest_coordinate<float>(coordinate);
        if (!nearest)
            throw error_at(made.coordinates.size(),
                           fmt::format("{}, beyond 2^{}: scale the points", coordinate,
                                       points::CoordinateRange<float>::greatest_exponent));
        if (!std::isinf(*nearest))
            change =
                std::max(change, std::abs(static_cast<double>(*nearest) - static_cast<double>(coordinate)));
        made.coordinates.push_back(*nearest);
    }
    double extent = 0; // along the widest axis
    for (int axis = 0; axis < cloud.dimensions; ++axis) {
        const auto [least, greatest] = ends_along(cloud.points(), axis);
        extent = std::max(extent, greatest - least);
    }
    if (extent > 0 && change > visible_part * extent)
        throw data::read_error(path,
                               fmt::format("this scene shows float32 coordinates, which are up to {:.3g} "
                                           "from those of the file: subtract an offset from them",
                                           change));
    const auto infinite = std::ranges::find_if(made.coordinates, [](float c) { return std::isinf(c); });
    if (infinite != made.coordinates.end())
        throw error_at(static_cast<std::size_t>(infinite - made.coordinates.begin()),
                       "infinite: leave such points out");
    return made;
}

void build_timed(Run& run, const CancelHook& cancelled) {
    const points::Points<float> points = run.cloud.points();
    run.threads = kdtree::build_threads(points.size());
    machine::StageTimes times;
    run.tree = kdtree::build(points, {.observer = &times});
    times.take(); // discarded: the first build meets cold pages and caches
    run.times = machine::median_time(
        [&] {
            kdtree::build(points, {.observer = &times});
            return times.take();
        },
        cancelled);
}

/// One random node out of each run of neighbours, since a regular stride through a tree would be a pattern;
/// plus the nodes of the first levels.
std::vector<std::int64_t> nodes_to_draw(const Run& run) {
    const std::int64_t size = run.tree.size(), most = Run::max_drawn;
    const std::int64_t stride = (size + most - 1) / most;
    std::vector<std::int64_t> nodes;
    Random random(1);
    for (std::int64_t first = 0; first < size; first += stride)
        nodes.push_back(first + random.between(0, static_cast<int>(std::min(stride, size - first)) - 1));
    for (const Cell& cell : run.cells) {
        if (cell.subtree.depth < Run::levels_drawn)
            nodes.push_back(cell.node);
    }
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

void follow(Run& run) {
    std::vector<std::int32_t> as_given(static_cast<std::size_t>(run.cloud.points().size()));
    std::iota(as_given.begin(), as_given.end(), 0);
    run.unsorted.assign(static_cast<std::size_t>(run.cloud.dimensions), as_given);
    run.trace = kdtree::trace_build(run.cloud.points());
    run.node_of.assign(static_cast<std::size_t>(run.cloud.points().size()), -1);
    for (std::size_t node = 0; node < run.tree.index.size(); ++node)
        run.node_of[static_cast<std::size_t>(run.tree.index[node])] = static_cast<std::int64_t>(node);
}

} // namespace

points::PointCloud<float> read_kd_points(const std::filesystem::path& path) {
    return std::visit(
        [&](const auto& cloud) {
            require_points_to_show(path, cloud.dimensions, cloud.points().size());
            return to_floats(path, cloud);
        },
        points::read_points(path).points);
}

Run run_kd(const Setup& setup, const CancelHook& cancelled) {
    Run run;
    run.setup = setup;
    const auto preset = setup.kind();
    run.cloud = preset             ? points::make_shown_cloud(*preset, setup.count, setup.dimensions,
                                                              static_cast<std::uint64_t>(setup.seed))
                : setup.is_drawn() ? parse_points(setup.source)
                                   : read_kd_points(setup.source);
    if (cancelled())
        return run;
    build_timed(run, cancelled);
    run.bounds = bounds_of(run.tree.points());
    run.cells = cells_of(run.tree, run.bounds, Run::max_levels);
    run.drawn = nodes_to_draw(run);
    if (setup.ranks > 1 && run.size() > 0)
        run.dealing = deal(run.cloud.points(), run.tree, setup.ranks);
    if (run.cloud.points().size() <= Run::max_followed)
        follow(run);
    return run;
}

} // namespace scanline::view::kdtree_scene
