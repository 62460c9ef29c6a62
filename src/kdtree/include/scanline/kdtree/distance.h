#pragma once
#include "scanline/compute/element.h"
#include "scanline/kdtree/tree.h"

#include <limits>
#include <type_traits>

namespace scanline::kdtree {

/// What squared distances are in: float of float coordinates, double of int32 and double. The squared
/// distance of two points is the sum of the squared differences of their coordinates, added in the order of
/// the coordinates. Differences of int32 are exact; all else is rounded to float or double at every step. So
/// it is the same bits on every backend. Where it is no number, as infinity less infinity is none, it is
/// infinite.
///
///     (1, 5) and (4, 1): 3 * 3 + 4 * 4 = 25
///
/// It is 0 for equal points alone, and its relative error is at most (1 + u)^(dimensions + 2) - 1, where u is
/// 2^-24 of float and 2^-53 of double: points::CoordinateRange leaves out what would underflow or overflow.
///
/// A point is within a radius where its squared distance is at most radius * radius, rounded in the same way
/// and at most the greatest finite number where the radius is finite: a point at exactly the radius along one
/// axis is within, and only within an infinite radius are points at an infinite distance.
template <Coordinate C>
using Distance = std::conditional_t<std::same_as<C, float>, float, double>;

template <Coordinate C>
inline constexpr Distance<C> infinite_distance = std::numeric_limits<Distance<C>>::infinity();

/// A squared distance on the GPU: a float, or of int32 coordinates a double as its two words, the lower one
/// first.
template <points::DeviceCoordinate C>
using DeviceDistance = std::conditional_t<std::same_as<C, float>, float, compute::Pair>;

} // namespace scanline::kdtree
