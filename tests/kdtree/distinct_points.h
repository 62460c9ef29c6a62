#pragma once
#include "scanline/points/points.h"

#include <map>
#include <vector>

namespace scanline::kdtree::test {

/// The first of equal points, in lexicographic order.
template <class C>
std::vector<std::int32_t> distinct_points(const Points<C>& points) {
    std::map<std::vector<C>, std::int32_t> distinct;
    for (std::int32_t point = 0; point < points.size(); ++point)
        distinct.try_emplace({points[point], points[point] + points.dimensions}, point);
    std::vector<std::int32_t> index;
    for (const auto& [coordinates, point] : distinct)
        index.push_back(point);
    return index;
}

} // namespace scanline::kdtree::test
