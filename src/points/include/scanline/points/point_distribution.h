#pragma once
#include "scanline/core/named.h"
#include "scanline/points/points.h"

namespace scanline::points {

/// How points are distributed.
enum class PointDistribution {
    uniform,   ///< hardly any two share a coordinate
    clustered, ///< close to centres
    grid,      ///< many share a coordinate, and some all
    line,      ///< all coordinates of a point are equal
    all_equal, ///< one point repeated
};
constexpr auto table_of(PointDistribution) {
    using enum PointDistribution;
    return named<PointDistribution>({{uniform, "uniform"},
                                     {clustered, "clustered"},
                                     {grid, "grid"},
                                     {line, "line"},
                                     {all_equal, "all-equal"}});
}
using scanline::to_string;

/// Points for measurements: float coordinates in [0, 1] or slightly outside, int32 ones scaled by 2^30. The
/// same for a seed on every machine. Clustered: close to 64 centres, which do not depend on the seed, so that
/// queries fall near the points. Grid: so coarse that of `places` points each coincides with three others on
/// average.
template <DeviceCoordinate C>
PointCloud<C> make_cloud(PointDistribution distribution, std::int64_t size, int dimensions,
                         std::int64_t places, std::uint64_t seed);

/// Points for display, from 0 to 100 along every axis, the same for a seed on every machine. Clustered:
/// around five centres, which also depend on the seed. Grid: so coarse that about every fourth point has a
/// duplicate.
PointCloud<float> make_shown_cloud(PointDistribution distribution, std::int64_t size, int dimensions,
                                   std::uint64_t seed);

} // namespace scanline::points
