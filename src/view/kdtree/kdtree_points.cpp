#include "kdtree/kdtree_points.h"

#include "scanline/core/error.h"
#include "scanline/core/random.h"
#include "scanline/data/read_file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

namespace {

constexpr double points_extent = 100;
constexpr int clusters = 5;

/// Between -1 and 1, the nearer to 0 the likelier.
double around_zero(Random& random) {
    return (random.unit() + random.unit() + random.unit()) / 1.5 - 1;
}

std::vector<double> make_centres(Random& random, int dimensions) {
    std::vector<double> centres(static_cast<std::size_t>(clusters * dimensions));
    for (double& coordinate : centres)
        coordinate = points_extent * (0.15 + 0.7 * random.unit());
    return centres;
}

/// As few lines of the grid that every fourth point or so has an equal one.
int grid_lines(int dimensions, int count) {
    return std::max(2, static_cast<int>(std::pow(1.5 * count, 1.0 / dimensions)));
}

template <kdtree::Coordinate C>
void require_points_to_show(const std::filesystem::path& path, const kdtree::PointCloud<C>& cloud) {
    if (cloud.dimensions != 2 && cloud.dimensions != 3)
        throw data::read_error(path, fmt::format("its points have {} coordinates: this scene shows those of "
                                                 "2 or 3",
                                                 cloud.dimensions));
    const std::int64_t size = cloud.points().size();
    if (size > KdSetup::most_points)
        throw data::read_error(
            path, fmt::format("it has {} points: this scene shows up to {}", size, KdSetup::most_points));
}

kdtree::PointCloud<float> to_floats(const std::filesystem::path& path, kdtree::PointCloud<float> cloud) {
    const auto infinite = std::ranges::find_if(cloud.coordinates, [](float c) { return std::isinf(c); });
    if (infinite == cloud.coordinates.end())
        return cloud;
    const auto at = infinite - cloud.coordinates.begin();
    throw data::read_error(path, fmt::format("row {}, column {} is infinite: leave such points out",
                                             at / cloud.dimensions, at % cloud.dimensions));
}

kdtree::PointCloud<float> to_floats(const std::filesystem::path& path,
                                    const kdtree::PointCloud<std::int32_t>& cloud) {
    kdtree::PointCloud<float> made{{}, cloud.dimensions};
    made.coordinates.reserve(cloud.coordinates.size());
    for (const std::int32_t whole : cloud.coordinates) {
        const auto rounded = static_cast<float>(whole);
        if (static_cast<double>(rounded) != static_cast<double>(whole))
            throw data::read_error(
                path,
                fmt::format("row {}, column {} is {}, which float32 cannot hold: this scene shows no "
                            "larger whole numbers",
                            made.coordinates.size() / static_cast<std::size_t>(cloud.dimensions),
                            made.coordinates.size() % static_cast<std::size_t>(cloud.dimensions), whole));
        made.coordinates.push_back(rounded);
    }
    return made;
}

} // namespace

kdtree::PointCloud<float> make_kd_points(KdPreset preset, int dimensions, int count, int seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const std::vector<double> centres = make_centres(random, dimensions);
    const int lines = grid_lines(dimensions, count);
    kdtree::PointCloud<float> cloud{{}, dimensions};
    cloud.coordinates.reserve(static_cast<std::size_t>(count) * static_cast<std::size_t>(dimensions));
    for (int point = 0; point < count; ++point) {
        const double along = points_extent * random.unit();
        const int cluster = random.between(0, clusters - 1);
        for (int axis = 0; axis < dimensions; ++axis) {
            double coordinate = points_extent / 2;
            switch (preset) {
            case KdPreset::uniform: coordinate = points_extent * random.unit(); break;
            case KdPreset::clustered:
                coordinate = centres[static_cast<std::size_t>(cluster * dimensions + axis)] +
                             0.12 * points_extent * around_zero(random);
                break;
            case KdPreset::grid:
                coordinate = points_extent * random.between(0, lines - 1) / (lines - 1);
                break;
            case KdPreset::line: coordinate = along; break;
            case KdPreset::all_equal: break;
            }
            cloud.coordinates.push_back(static_cast<float>(coordinate));
        }
    }
    return cloud;
}

kdtree::PointCloud<float> read_kd_points(const std::filesystem::path& path) {
    return std::visit(
        [&](auto&& cloud) {
            require_points_to_show(path, cloud);
            return to_floats(path, std::forward<decltype(cloud)>(cloud));
        },
        kdtree::read_points(path));
}

} // namespace scanline::view
