#include "scanline/points/points.h"

#include "scanline/data/npy.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::points {
namespace {

template <Coordinate C, class Passes>
std::optional<std::size_t> first_failing(std::span<const C> coordinates, CancelPoll& poll, Passes passes) {
    constexpr std::size_t piece = CancelPoll::steps_between;
    for (std::size_t first = 0; first < coordinates.size(); first += piece) {
        poll.ask();
        const auto some = coordinates.subspan(first, std::min(piece, coordinates.size() - first));
        const auto at = std::ranges::find_if_not(some, passes);
        if (at != some.end())
            return first + static_cast<std::size_t>(at - some.begin());
    }
    return std::nullopt;
}

template <std::floating_point C>
void require_none(const std::optional<std::size_t>& at, const Points<C>& points, const char* what) {
    const auto dimensions = static_cast<std::size_t>(points.dimensions);
    if (at)
        throw out_of_range(what, *at / dimensions, *at % dimensions, points.coordinates[*at]);
}

} // namespace

int require_dimensions(int dimensions, const char* what) {
    if (dimensions < 1 || dimensions > max_dimensions)
        throw usage_error(
            fmt::format("{}: points have 1 to {} dimensions, not {}", what, max_dimensions, dimensions));
    return dimensions;
}

template <Coordinate C>
void require_shape(const Points<C>& points, const char* what) {
    const auto dimensions = static_cast<std::size_t>(require_dimensions(points.dimensions, what));
    if (points.coordinates.size() % dimensions != 0)
        throw usage_error(fmt::format("{}: {} coordinates are no points of {}: give a multiple of it", what,
                                      points.coordinates.size(), dimensions));
    if (points.size() > max_points)
        throw usage_error(
            fmt::format("{}: {} points are over the limit of {}", what, points.size(), max_points));
}

template <Coordinate C>
void require_numbers(const Points<C>& points, const char* what, const CancelHook& cancelled) {
    require_shape(points, what);
    if constexpr (std::floating_point<C>) {
        CancelPoll poll(cancelled);
        const auto is_number = [](C coordinate) { return !std::isnan(coordinate); };
        require_none(first_failing(points.coordinates, poll, is_number), points, what);
    }
}

template <Coordinate C>
void require_points(const Points<C>& points, const char* what, const CancelHook& cancelled) {
    require_shape(points, what);
    if constexpr (std::floating_point<C>) {
        CancelPoll poll(cancelled);
        require_none(first_out_of_range(points.coordinates, poll), points, what);
    }
}

template <Coordinate C>
std::optional<std::size_t> first_out_of_range(std::span<const C> coordinates, CancelPoll& poll) {
    if constexpr (std::floating_point<C>)
        return first_failing(coordinates, poll, [](C coordinate) { return is_in_range(coordinate); });
    return std::nullopt;
}

template <std::floating_point C, std::floating_point T>
std::string range_text(T number) {
    if (std::isnan(number))
        return "is not a number: leave such points out";
    using Range = CoordinateRange<C>;
    return fmt::format(
        "is {}, and {} coordinates are multiples of 2^{} up to 2^{}, so that no squared distance "
        "underflows or overflows: scale them{}",
        number, to_string(data::element_type_of<C>()), Range::step_exponent, Range::greatest_exponent,
        std::same_as<C, float> ? ", or use float64" : "");
}

template <std::floating_point C>
Error out_of_range(const char* what, std::size_t row, std::size_t column, C coordinate) {
    return Error(fmt::format("{}: row {}, column {} {}", what, row, column, range_text<C>(coordinate)));
}

template std::string range_text<float>(float);
template std::string range_text<float>(double);
template std::string range_text<double>(float);
template std::string range_text<double>(double);
template Error out_of_range(const char*, std::size_t, std::size_t, float);
template Error out_of_range(const char*, std::size_t, std::size_t, double);

#define SCANLINE_INSTANTIATE(C)                                                                              \
    template void require_shape(const Points<C>&, const char*);                                              \
    template void require_numbers(const Points<C>&, const char*, const CancelHook&);                         \
    template void require_points(const Points<C>&, const char*, const CancelHook&);                          \
    template std::optional<std::size_t> first_out_of_range(std::span<const C>, CancelPoll&);
SCANLINE_INSTANTIATE(std::int32_t)
SCANLINE_INSTANTIATE(float)
SCANLINE_INSTANTIATE(double)
#undef SCANLINE_INSTANTIATE

} // namespace scanline::points
