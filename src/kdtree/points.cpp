#include "scanline/kdtree/points.h"

#include "first_nan.h"

#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::kdtree {

template <Coordinate C>
void require_points(const Points<C>& points, const char* what) {
    if (points.dimensions < 1 || points.dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: points of {} dimensions cannot be: they have 1 to {}", what,
                                      points.dimensions, max_dimensions));
    const auto dimensions = static_cast<std::size_t>(points.dimensions);
    if (points.coordinates.size() % dimensions != 0)
        throw usage_error(fmt::format("{}: {} coordinates are no points of {}: give a multiple of it", what,
                                      points.coordinates.size(), dimensions));
    if (points.size() > max_points)
        throw usage_error(
            fmt::format("{}: {} points are over the limit of {}", what, points.size(), max_points));
    if (const std::optional<std::size_t> at = first_nan(points.coordinates))
        throw Error(fmt::format("{}: row {}, column {} is not a number: leave such points out", what,
                                *at / dimensions, *at % dimensions));
}

template void require_points(const Points<std::int32_t>&, const char*);
template void require_points(const Points<float>&, const char*);

} // namespace scanline::kdtree
