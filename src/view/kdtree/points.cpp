#include "kdtree/points.h"

#include "scanline/core/error.h"
#include "scanline/core/random.h"
#include "scanline/data/read_file.h"
#include "scanline/kdtree/convert.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace scanline::view {

namespace {

constexpr double points_extent = 100;
constexpr int clusters = 5;
/// Of the extent of points: less is not seen.
constexpr double visible_part = 1e-4;

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
        throw data::read_error(path,
                               fmt::format("its points have {} coordinates: this scene shows those of 2 or 3",
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

/// How far points reach along the axis on which they reach farthest.
template <kdtree::Coordinate C>
double extent_of(const kdtree::Points<C>& points) {
    double extent = 0;
    for (int axis = 0; axis < points.dimensions && points.size() > 0; ++axis) {
        C least = points[0][axis], greatest = least;
        for (std::int64_t point = 1; point < points.size(); ++point) {
            least = std::min(least, points[point][axis]);
            greatest = std::max(greatest, points[point][axis]);
        }
        extent = std::max(extent, static_cast<double>(greatest) - static_cast<double>(least));
    }
    return extent;
}

// Points that are rounded by less than can be seen.
template <kdtree::Coordinate C>
kdtree::PointCloud<float> to_floats(const std::filesystem::path& path, const kdtree::PointCloud<C>& cloud) {
    kdtree::PointCloud<float> made{{}, cloud.dimensions};
    made.coordinates.reserve(cloud.coordinates.size());
    double change = 0;
    for (const C coordinate : cloud.coordinates) {
        const std::optional<float> nearest = kdtree::nearest_coordinate<float>(coordinate);
        const std::size_t at = made.coordinates.size(),
                          dimensions = static_cast<std::size_t>(cloud.dimensions);
        if (!nearest)
            throw data::read_error(path, fmt::format("row {}, column {} is {}, beyond 2^{}: scale the points",
                                                     at / dimensions, at % dimensions, coordinate,
                                                     kdtree::CoordinateRange<float>::greatest_exponent));
        if (!std::isinf(*nearest))
            change =
                std::max(change, std::abs(static_cast<double>(*nearest) - static_cast<double>(coordinate)));
        made.coordinates.push_back(*nearest);
    }
    const double extent = extent_of(cloud.points());
    if (extent > 0 && change > visible_part * extent)
        throw data::read_error(path,
                               fmt::format("this scene shows float32 coordinates, which are up to {:.3g} "
                                           "from those of the file: subtract an offset from them",
                                           change));
    return to_floats(path, std::move(made));
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
