#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"

#include <cstdint>
#include <vector>

namespace scanline::kdtree {

/// Boxes along the axes, by their corners: box b is from low[b] to high[b], both included.
template <Coordinate C>
struct Boxes {
    Points<C> low, high;
};

/// The points in each box, box after box: those of box b are at offset[b] to offset[b + 1] - 1, in the order
/// of their index.
struct PointsInside {
    std::vector<std::int64_t> offset; ///< one more than there are boxes
    std::vector<std::int32_t> index;

    bool operator==(const PointsInside&) const = default;
};

/// All points inside of boxes, those on the sides included, on the CPU, by threads, which count them first.
/// Subtrees that lie inside as a whole are not looked through. Of equal points only the one in the tree is
/// found. Boxes are in the units of the points. No boxes, and a tree of no points, will do. Takes no memory
/// beside the results. Stages: check, count, search.
///
/// Errors: usage for corners of other dimensions than the tree's, not as many high ones as low ones, a number
/// of threads out of range; those of require_shape() for the corners; failure for one that is no number, for
/// a low corner above the high one, with its row and axis, and where there is no memory for the results,
/// before any is taken; Cancelled.
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2}, low{4, 1}, high{8, 4};
///     const auto found = box_search(build<float>({xy, 2}), {{low, 2}, {high, 2}});
///     found.offset == {0, 3}
///     found.index == {1, 4, 5}   // (5, 4), (8, 1), (7, 2)
template <Coordinate C>
PointsInside box_search(const Tree<C>& tree, const Boxes<C>& boxes, const cpu::Options& options = {});

} // namespace scanline::kdtree
