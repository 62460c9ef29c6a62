#pragma once
#include "scanline/kdtree/points.h"

#include <limits>
#include <type_traits>

namespace scanline::kdtree {

/// What squared distances are in: float of float coordinates, double of int32. The squared distance of two
/// points is the sum of the squared differences of their coordinates, added in the order of the coordinates.
/// Of float every difference, square and sum is rounded to float; of int32 differences are exact, squares and
/// sums rounded to double. So it is the same bits on every backend. Where it is no number, as infinity less
/// infinity is none, it is infinite.
///
///     (1, 5) and (4, 1): 3 * 3 + 4 * 4 = 25
///
/// A point is within a radius where its squared distance is at most radius * radius, rounded in the same way:
/// a point at exactly the radius along one axis is within, and a radius whose square is over the greatest
/// number is infinite. Only within an infinite radius are points at an infinite distance.
template <Coordinate C>
using Distance = std::conditional_t<std::same_as<C, float>, float, double>;

template <Coordinate C>
inline constexpr Distance<C> infinite_distance = std::numeric_limits<Distance<C>>::infinity();

} // namespace scanline::kdtree
