#include "kdtree/points.h"

#include "scanline/core/error.h"
#include "scanline/data/read_file.h"
#include "scanline/points/convert.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace scanline::view {

namespace {

/// Of the extent of points: less is not seen.
constexpr double visible_part = 1e-4;

template <points::Coordinate C>
void require_points_to_show(const std::filesystem::path& path, const points::PointCloud<C>& cloud) {
    if (cloud.dimensions != 2 && cloud.dimensions != 3)
        throw data::read_error(path,
                               fmt::format("its points have {} coordinates: this scene shows those of 2 or 3",
                                           cloud.dimensions));
    const std::int64_t size = cloud.points().size();
    if (size > KdSetup::most_points)
        throw data::read_error(
            path, fmt::format("it has {} points: this scene shows up to {}", size, KdSetup::most_points));
}

points::PointCloud<float> to_floats(const std::filesystem::path& path, points::PointCloud<float> cloud) {
    const auto infinite = std::ranges::find_if(cloud.coordinates, [](float c) { return std::isinf(c); });
    if (infinite == cloud.coordinates.end())
        return cloud;
    const auto at = infinite - cloud.coordinates.begin();
    throw data::read_error(path, fmt::format("row {}, column {} is infinite: leave such points out",
                                             at / cloud.dimensions, at % cloud.dimensions));
}

/// How far points reach along the axis on which they reach farthest.
template <points::Coordinate C>
double extent_of(const points::Points<C>& points) {
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
template <points::Coordinate C>
points::PointCloud<float> to_floats(const std::filesystem::path& path, const points::PointCloud<C>& cloud) {
    points::PointCloud<float> made{{}, cloud.dimensions};
    made.coordinates.reserve(cloud.coordinates.size());
    double change = 0;
    for (const C coordinate : cloud.coordinates) {
        const std::optional<float> nearest = points::nearest_coordinate<float>(coordinate);
        const std::size_t at = made.coordinates.size(),
                          dimensions = static_cast<std::size_t>(cloud.dimensions);
        if (!nearest)
            throw data::read_error(path, fmt::format("row {}, column {} is {}, beyond 2^{}: scale the points",
                                                     at / dimensions, at % dimensions, coordinate,
                                                     points::CoordinateRange<float>::greatest_exponent));
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

points::PointCloud<float> read_kd_points(const std::filesystem::path& path) {
    return std::visit(
        [&](auto&& cloud) {
            require_points_to_show(path, cloud);
            return to_floats(path, std::forward<decltype(cloud)>(cloud));
        },
        points::read_points(path));
}

} // namespace scanline::view
