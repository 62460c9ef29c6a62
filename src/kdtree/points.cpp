#include "scanline/kdtree/points.h"

#include "failing_coordinate.h"
#include "point_errors.h"

#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::kdtree {

void require_dimensions(int dimensions, const char* what) {
    if (dimensions < 1 || dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: points of {} dimensions cannot be: they have 1 to {}", what,
                                      dimensions, max_dimensions));
}

template <>
const char* name_of_type<std::int32_t>() {
    return "int32";
}
template <>
const char* name_of_type<float>() {
    return "float32";
}
template <>
const char* name_of_type<double>() {
    return "float64";
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

namespace {

// The first coordinate that is found to be wrong.
template <Coordinate C, class Find>
void require_none(const Points<C>& points, const char* what, const CancelHook& cancelled, Find find) {
    require_shape(points, what);
    if constexpr (std::floating_point<C>) {
        CancelPoll poll(cancelled);
        const auto dimensions = static_cast<std::size_t>(points.dimensions);
        if (const std::optional<std::size_t> at = find(points.coordinates, poll))
            throw out_of_range(what, *at / dimensions, *at % dimensions, points.coordinates[*at]);
    }
}

} // namespace

template <Coordinate C>
void require_points(const Points<C>& points, const char* what, const CancelHook& cancelled) {
    require_none(points, what, cancelled, first_out_of_range<C>);
}

template <Coordinate C>
void require_numbers(const Points<C>& points, const char* what, const CancelHook& cancelled) {
    require_none(points, what, cancelled, first_nan<C>);
}

template void require_shape(const Points<std::int32_t>&, const char*);
template void require_shape(const Points<float>&, const char*);
template void require_shape(const Points<double>&, const char*);
template void require_points(const Points<std::int32_t>&, const char*, const CancelHook&);
template void require_points(const Points<float>&, const char*, const CancelHook&);
template void require_points(const Points<double>&, const char*, const CancelHook&);
template void require_numbers(const Points<std::int32_t>&, const char*, const CancelHook&);
template void require_numbers(const Points<float>&, const char*, const CancelHook&);
template void require_numbers(const Points<double>&, const char*, const CancelHook&);

} // namespace scanline::kdtree
