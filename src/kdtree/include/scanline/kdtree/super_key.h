#pragma once
#include "scanline/kdtree/points.h"

#include <compare>

namespace scanline::kdtree {

/// Orders points by the coordinate `first`, those that are equal in it by the next one, and so on around to
/// the one before `first`: the super key of Brown, "Building a Balanced k-d Tree in O(kn log n) Time", 2015,
/// section 2. -0 and +0 are equal; there are no NaN.
///
///     compare_super_keys((1, 5), (1, 3), 2, 0) is greater: 1 = 1, then 5 > 3
template <Coordinate C>
std::weak_ordering compare_super_keys(const C* a, const C* b, int dimensions, int first) {
    for (int i = first; i < dimensions; ++i) {
        if (a[i] != b[i])
            return a[i] < b[i] ? std::weak_ordering::less : std::weak_ordering::greater;
    }
    for (int i = 0; i < first; ++i) {
        if (a[i] != b[i])
            return a[i] < b[i] ? std::weak_ordering::less : std::weak_ordering::greater;
    }
    return std::weak_ordering::equivalent;
}

} // namespace scanline::kdtree
