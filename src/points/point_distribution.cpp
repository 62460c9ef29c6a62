#include "scanline/points/point_distribution.h"

#include "scanline/core/random.h"

#include <algorithm>
#include <cmath>

namespace scanline::points {

namespace {

/// Settings for drawing the coordinates of a cloud.
struct Drawing {
    double extent; ///< along each axis, from 0
    // Clusters. The margin, which has no centres, and the spread around a centre are fractions of the extent.
    std::size_t clusters;
    double margin, spread;
    int units;    ///< random numbers summed for the distance from the centre
    double scale; ///< divisor of that sum
    // Grids, along an axis.
    std::uint64_t lines;
    double intervals; ///< number of intervals in the extent
};

// Values near 0 are likelier; like all of Random, the same everywhere.
double around_zero(Random& random, const Drawing& drawing) {
    double sum = 0;
    for (int unit = 0; unit < drawing.units; ++unit)
        sum += random.unit();
    return sum / drawing.scale - drawing.units / (2 * drawing.scale);
}

std::vector<double> make_centres(Random& random, const Drawing& drawing, std::size_t axes) {
    std::vector<double> centres(drawing.clusters * axes);
    std::ranges::generate(centres, [&] {
        return drawing.extent * (drawing.margin + (1 - 2 * drawing.margin) * random.unit());
    });
    return centres;
}

template <Coordinate C>
PointCloud<C> draw(PointDistribution distribution, std::int64_t size, int dimensions, const Drawing& drawing,
                   const std::vector<double>& centres, Random random) {
    const double extent = drawing.extent;
    const auto axes = static_cast<std::size_t>(dimensions);
    PointCloud<C> cloud{{}, dimensions};
    cloud.coordinates.reserve(static_cast<std::size_t>(size) * axes);
    for (std::int64_t point = 0; point < size; ++point) {
        const double along = extent * random.unit();
        const std::size_t centre = static_cast<std::size_t>(random.below(drawing.clusters)) * axes;
        const auto coordinate = [&](std::size_t axis) -> double {
            switch (distribution) {
            case PointDistribution::uniform: return extent * random.unit();
            case PointDistribution::clustered:
                return centres[centre + axis] + drawing.spread * extent * around_zero(random, drawing);
            case PointDistribution::grid:
                return extent * static_cast<double>(random.below(drawing.lines)) / drawing.intervals;
            case PointDistribution::line: return along;
            case PointDistribution::all_equal: return extent / 2;
            }
            return 0;
        };
        for (std::size_t axis = 0; axis < axes; ++axis)
            cloud.coordinates.push_back(static_cast<C>(coordinate(axis)));
    }
    return cloud;
}

} // namespace

template <DeviceCoordinate C>
PointCloud<C> make_cloud(PointDistribution distribution, std::int64_t size, int dimensions,
                         std::int64_t places, std::uint64_t seed) {
    constexpr double points_of_a_place = 4;
    constexpr std::uint64_t centre_seed = 1;
    const double side = std::pow(static_cast<double>(places) / points_of_a_place, 1.0 / dimensions);
    const auto lines = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(side)));
    // A power of two, so coordinates of both types are equal up to scale.
    const Drawing drawing{.extent = std::same_as<C, float> ? 1 : 1 << 30,
                          .clusters = 64,
                          .margin = 0,
                          .spread = 0.01,
                          .units = 4,
                          .scale = 1,
                          .lines = lines,
                          .intervals = static_cast<double>(lines)};
    Random random(centre_seed);
    const auto centres = make_centres(random, drawing, static_cast<std::size_t>(dimensions));
    return draw<C>(distribution, size, dimensions, drawing, centres, Random(seed));
}

PointCloud<float> make_shown_cloud(PointDistribution distribution, std::int64_t size, int dimensions,
                                   std::uint64_t seed) {
    const double side = std::pow(1.5 * static_cast<double>(size), 1.0 / dimensions);
    const auto lines = std::max<std::uint64_t>(2, static_cast<std::uint64_t>(side));
    const Drawing drawing{.extent = 100,
                          .clusters = 5,
                          .margin = 0.15,
                          .spread = 0.12,
                          .units = 3,
                          .scale = 1.5,
                          .lines = lines,
                          .intervals = static_cast<double>(lines - 1)};
    Random random(seed);
    const auto centres = make_centres(random, drawing, static_cast<std::size_t>(dimensions));
    return draw<float>(distribution, size, dimensions, drawing, centres, random);
}

template PointCloud<std::int32_t> make_cloud(PointDistribution, std::int64_t, int, std::int64_t,
                                             std::uint64_t);
template PointCloud<float> make_cloud(PointDistribution, std::int64_t, int, std::int64_t, std::uint64_t);

} // namespace scanline::points
