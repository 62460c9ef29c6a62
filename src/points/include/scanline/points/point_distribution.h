#pragma once
#include "scanline/points/points.h"

#include <array>
#include <string_view>

namespace scanline::points {

/// How points lie.
enum class PointDistribution {
    uniform,   ///< hardly two alike in any coordinate
    clustered, ///< close around centres
    grid,      ///< many alike in a coordinate, and some in all
    line,      ///< all coordinates of a point alike
    all_equal, ///< one point again and again
};
inline constexpr std::array all_point_distributions{PointDistribution::uniform, PointDistribution::clustered,
                                                    PointDistribution::grid, PointDistribution::line,
                                                    PointDistribution::all_equal};
std::string_view to_string(PointDistribution distribution); ///< "uniform", "all-equal" ...

/// So many points to measure with, in [0, 1] or a little outside of float coordinates, 2^30 times as large of
/// int32. The same for a seed on every machine. Clustered: close around 64 centres, which are the same
/// whatever the seed, so that queries fall where the points are. Grid: on so few places that each of `places`
/// points takes one with three others on the average.
template <DeviceCoordinate C>
PointCloud<C> make_cloud(PointDistribution distribution, std::int64_t size, int dimensions,
                         std::int64_t places, std::uint64_t seed);

/// So many points to look at, from 0 to 100 along every axis, the same for a seed on every machine.
/// Clustered: around five centres, which the seed draws too. Grid: so few lines that every fourth point or so
/// has an equal one.
PointCloud<float> make_shown_cloud(PointDistribution distribution, std::int64_t size, int dimensions,
                                   std::uint64_t seed);

} // namespace scanline::points
