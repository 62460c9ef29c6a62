#pragma once
#include "distinct_points.h"

#include "scanline/kdtree/tree.h"

#include <algorithm>
#include <vector>

namespace scanline::kdtree::test {

/// The tree by definition: distinct points, each with its first index, sorted anew at every node.
template <class C>
std::vector<std::int32_t> reference_tree(const Points<C>& points) {
    const auto turned = [&points](std::int32_t point, int axis) {
        std::vector<C> key(points[point], points[point] + points.dimensions);
        std::ranges::rotate(key, key.begin() + axis);
        return key;
    };
    std::vector<std::int32_t> index = distinct_points(points);

    const auto split = [&](auto& self, std::ptrdiff_t low, std::ptrdiff_t high, int depth) -> void {
        if (low > high)
            return;
        std::sort(index.begin() + low, index.begin() + high + 1, [&](std::int32_t a, std::int32_t b) {
            return turned(a, depth % points.dimensions) < turned(b, depth % points.dimensions);
        });
        const std::ptrdiff_t median = low + (high - low) / 2;
        self(self, low, median - 1, depth + 1);
        self(self, median + 1, high, depth + 1);
    };
    split(split, 0, static_cast<std::ptrdiff_t>(index.size()) - 1, 0);
    return index;
}

} // namespace scanline::kdtree::test
