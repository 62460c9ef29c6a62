#pragma once
#include "scanline/kdtree/tree.h"

#include <algorithm>

namespace scanline::kdtree {

/// Fills in the coordinates of nodes [first, last) of a tree whose index is known and which has room for
/// them.
template <Coordinate C>
void take_coordinates(const Points<C>& points, Tree<C>& tree, std::int64_t first, std::int64_t last) {
    const auto dimensions = static_cast<std::size_t>(points.dimensions);
    for (auto node = static_cast<std::size_t>(first); node < static_cast<std::size_t>(last); ++node)
        std::copy_n(points[tree.index[node]], dimensions,
                    tree.coordinates.begin() + static_cast<std::ptrdiff_t>(node * dimensions));
}

} // namespace scanline::kdtree
