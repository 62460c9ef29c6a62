#pragma once
#include "scanline/kdtree/distance.h"

#include <algorithm>

namespace scanline::kdtree {

// What Distance defines. Not for users: their compilers may fuse the products with the sums.

template <Coordinate C>
constexpr Distance<C> squared_difference(C a, C b) {
    const Distance<C> difference = static_cast<Distance<C>>(a) - static_cast<Distance<C>>(b);
    return difference * difference;
}

/// dimensions: an int, or a constant as with_dimensions() gives it.
template <Coordinate C, class Dimensions>
constexpr Distance<C> squared_distance(const C* a, const C* b, Dimensions dimensions) {
    Distance<C> sum = 0;
    for (int axis = 0; axis < dimensions; ++axis)
        sum += squared_difference(a[axis], b[axis]);
    return sum < infinite_distance<C> ? sum : infinite_distance<C>;
}

/// The greatest squared distance of points within a radius.
template <Coordinate C>
constexpr Distance<C> squared_radius(Distance<C> radius) {
    const Distance<C> square = radius * radius;
    return radius < infinite_distance<C> ? std::min(square, std::numeric_limits<Distance<C>>::max()) : square;
}

} // namespace scanline::kdtree
