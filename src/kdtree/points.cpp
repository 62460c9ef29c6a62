#include "scanline/kdtree/points.h"

#include "first_nan.h"
#include "point_errors.h"

#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::kdtree {

void require_dimensions(int dimensions, const char* what) {
    if (dimensions < 1 || dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: points of {} dimensions cannot be: they have 1 to {}", what,
                                      dimensions, max_dimensions));
}

Error not_a_number(const char* what, std::size_t row, std::size_t column) {
    return Error(
        fmt::format("{}: row {}, column {} is not a number: leave such points out", what, row, column));
}

template <Coordinate C>
void require_shape(const Points<C>& points, const char* what) {
    require_dimensions(points.dimensions, what);
    const auto dimensions = static_cast<std::size_t>(points.dimensions);
    if (points.coordinates.size() % dimensions != 0)
        throw usage_error(fmt::format("{}: {} coordinates are no points of {}: give a multiple of it", what,
                                      points.coordinates.size(), dimensions));
    if (points.size() > max_points)
        throw usage_error(
            fmt::format("{}: {} points are over the limit of {}", what, points.size(), max_points));
}

template <Coordinate C>
void require_points(const Points<C>& points, const char* what) {
    require_shape(points, what);
    const auto dimensions = static_cast<std::size_t>(points.dimensions);
    if (const std::optional<std::size_t> at = first_nan(points.coordinates))
        throw not_a_number(what, *at / dimensions, *at % dimensions);
}

template void require_shape(const Points<std::int32_t>&, const char*);
template void require_shape(const Points<float>&, const char*);
template void require_points(const Points<std::int32_t>&, const char*);
template void require_points(const Points<float>&, const char*);

} // namespace scanline::kdtree
