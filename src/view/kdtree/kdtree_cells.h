#pragma once
#include "scanline/kdtree/tree.h"

#include <array>
#include <cstdint>
#include <vector>

namespace scanline::view {

/// From low to high along each axis; of points in the plane the third is not used.
struct KdBox {
    std::array<double, 3> low{0, 0, 0}, high{0, 0, 0};

    double side(int axis) const;
    /// The side below or above a split.
    KdBox cut(int axis, double split, bool upper) const;

    friend bool operator==(const KdBox&, const KdBox&) = default;
};

/// Where the points are, with some room around them.
KdBox bounds_of(const points::Points<float>& points);

/// What a node splits: the part of the bounds where its subtree's points are.
struct KdCell {
    kdtree::Subtree subtree;
    std::int64_t node = 0;
    int axis = 0;
    double split = 0;
    KdBox box;
};

/// The cells of the nodes of the first `levels` levels, in the order of the nodes.
std::vector<KdCell> cells_of(const kdtree::Tree<float>& tree, const KdBox& bounds, int levels);
/// The one of a node; null where it is on no such level.
const KdCell* find_cell(const std::vector<KdCell>& cells, std::int64_t node);

} // namespace scanline::view
