#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/core/error.h"
#include "scanline/points/points.h"

#include <optional>
#include <string>

namespace scanline::points {

// What calls refuse; `what` begins the message: "kdtree build". Rows and columns are counted from 0.

/// Returns the dimensions. Errors: usage where they are out of 1 to max_dimensions.
int require_dimensions(int dimensions, const char* what);

/// That these are points, whatever their coordinates. Errors: those of require_dimensions(); usage for a
/// number of coordinates that is no multiple of the dimensions, and more than max_points.
template <Coordinate C>
void require_shape(const Points<C>& points, const char* what);

/// That all coordinates are numbers, in CoordinateRange or out of it. Errors: those of require_shape();
/// failure for one that is none, with its row and column; Cancelled.
template <Coordinate C>
void require_numbers(const Points<C>& points, const char* what, const CancelHook& cancelled = {});

/// That all coordinates are in CoordinateRange. Errors: those of require_shape(); failure for one that is
/// not, with its row and column; Cancelled.
template <Coordinate C>
void require_points(const Points<C>& points, const char* what, const CancelHook& cancelled = {});

/// Which coordinate is the first out of CoordinateRange. Throws Cancelled.
template <Coordinate C>
std::optional<std::size_t> first_out_of_range(std::span<const C> coordinates, CancelPoll& poll);

/// What is wrong with a number that is out of the range of a type, or is none: "is not a number: leave such
/// points out".
template <std::floating_point C, std::floating_point T>
std::string range_text(T number);

/// The error for such a coordinate.
template <std::floating_point C>
Error out_of_range(const char* what, std::size_t row, std::size_t column, C coordinate);

} // namespace scanline::points
