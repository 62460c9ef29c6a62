#pragma once
#include "scanline/core/error.h"
#include "scanline/kdtree/points.h"

#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <string>

namespace scanline::kdtree {

/// "int32", "float32", "float64"
template <Coordinate C>
const char* name_of_type();

/// Errors: usage for dimensions that no points have. `what` begins the message: "kdtree build".
void require_dimensions(int dimensions, const char* what);

/// That all coordinates of points are numbers, in CoordinateRange or out of it. Errors: those of
/// require_shape(); failure for one that is none, with its row and column; Cancelled.
template <Coordinate C>
void require_numbers(const Points<C>& points, const char* what, const CancelHook& cancelled);

/// What is wrong with a number that is out of the range of a type, or is none: "is not a number: leave such
/// points out".
template <std::floating_point C, std::floating_point T>
std::string range_text(T number) {
    if (std::isnan(number))
        return "is not a number: leave such points out";
    using Range = CoordinateRange<C>;
    return fmt::format(
        "is {}, and {} coordinates are multiples of 2^{} up to 2^{}, so that no squared distance "
        "underflows or overflows: scale them{}",
        number, name_of_type<C>(), Range::step_exponent, Range::greatest_exponent,
        std::same_as<C, float> ? ", or use float64" : "");
}

/// For such a coordinate, at a row and column counted from 0.
template <std::floating_point C>
Error out_of_range(const char* what, std::size_t row, std::size_t column, C coordinate) {
    return Error(fmt::format("{}: row {}, column {} {}", what, row, column, range_text<C>(coordinate)));
}

} // namespace scanline::kdtree
