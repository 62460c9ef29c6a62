#include "kdtrees/point_distribution.h"

#include "primitives/primitive_rows.h"

#include "scanline/core/random.h"

#include <algorithm>
#include <cmath>

namespace scanline::bench {

namespace {

constexpr std::size_t clusters = 64;
constexpr double cluster_width = 0.01;
constexpr double points_of_a_place = 4; ///< of a grid

template <kdtree::Coordinate C>
C coordinate(double in_unit) {
    if constexpr (std::same_as<C, float>)
        return static_cast<float>(in_unit);
    else
        return static_cast<C>(in_unit * (1 << 30));
}

// Close to a normal distribution of deviation 1 / sqrt(3), and as all of Random the same everywhere.
double around_zero(Random& random) {
    return random.unit() + random.unit() + random.unit() + random.unit() - 2;
}

std::uint64_t places_along_an_axis(std::int64_t places, int dimensions) {
    const double side = std::pow(static_cast<double>(places) / points_of_a_place, 1.0 / dimensions);
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(side)));
}

} // namespace

std::string_view to_string(PointDistribution distribution) {
    switch (distribution) {
    case PointDistribution::uniform: return "uniform";
    case PointDistribution::clustered: return "clustered";
    case PointDistribution::grid: return "grid";
    case PointDistribution::line: return "line";
    case PointDistribution::all_equal: return "all-equal";
    }
    return "";
}

std::string_view to_string(CoordinateType type) {
    switch (type) {
    case CoordinateType::int32: return "int32";
    case CoordinateType::float32: return "float";
    }
    return "";
}

template <kdtree::Coordinate C>
kdtree::PointCloud<C> make_cloud(PointDistribution distribution, std::int64_t size, int dimensions,
                                 std::int64_t places, std::uint64_t seed) {
    const auto axes = static_cast<std::size_t>(dimensions);
    std::vector<double> centres(clusters * axes);
    Random centre_random(primitive_seed);
    std::ranges::generate(centres, [&] { return centre_random.unit(); });
    const std::uint64_t side = places_along_an_axis(places, dimensions);

    Random random(seed);
    kdtree::PointCloud<C> cloud{{}, dimensions};
    cloud.coordinates.reserve(static_cast<std::size_t>(size) * axes);
    for (std::int64_t point = 0; point < size; ++point) {
        const double along = random.unit();
        const std::size_t centre = static_cast<std::size_t>(random.below(clusters)) * axes;
        const auto in_unit = [&](std::size_t axis) -> double {
            switch (distribution) {
            case PointDistribution::uniform: return random.unit();
            case PointDistribution::clustered:
                return centres[centre + axis] + cluster_width * around_zero(random);
            case PointDistribution::grid:
                return static_cast<double>(random.below(side)) / static_cast<double>(side);
            case PointDistribution::line: return along;
            case PointDistribution::all_equal: return 0.5;
            }
            return 0;
        };
        for (std::size_t axis = 0; axis < axes; ++axis)
            cloud.coordinates.push_back(coordinate<C>(in_unit(axis)));
    }
    return cloud;
}

template kdtree::PointCloud<std::int32_t> make_cloud(PointDistribution, std::int64_t, int, std::int64_t,
                                                     std::uint64_t);
template kdtree::PointCloud<float> make_cloud(PointDistribution, std::int64_t, int, std::int64_t,
                                              std::uint64_t);

} // namespace scanline::bench
