#pragma once
#include "scanline/points/points.h"

#include <bit>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace scanline::kdtree {

// Used by the whole room.
using points::Coordinate;
using points::max_dimensions;
using points::Points;

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

/// Neighbouring nodes [first, last) that are a subtree: its root is the node in the middle, what is before it
/// the left subtree, what is behind it the right one. So the shape of a tree follows from its size alone.
///
///     Subtree{0, 6}: root 2, left {0, 2}, right {3, 6}
struct Subtree {
    std::int64_t first = 0, last = 0;
    int depth = 0; ///< of its root; 0 of the whole tree

    std::int64_t size() const { return last - first; }
    bool empty() const { return first == last; }
    /// The root of a subtree that is not empty; of two nodes the first.
    std::int64_t root() const { return first + (last - first - 1) / 2; }
    Subtree left() const { return {first, root(), depth + 1}; }
    Subtree right() const { return {root() + 1, last, depth + 1}; }
    /// The coordinate that its root splits by.
    int axis(int dimensions) const { return depth % dimensions; }

    friend bool operator==(const Subtree&, const Subtree&) = default;
};

/// Levels of a balanced tree: floor(log2(size)) + 1; 0 of an empty one.
constexpr int levels(std::int64_t size) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size)));
}

/// A balanced k-d tree over distinct points. A node of depth d splits by the super key of coordinate
/// d mod dimensions: every point of its left subtree is less, every one of its right subtree greater. By
/// that, and its shape, the tree of a set of points is unique. Nodes are in the order of the tree, left
/// subtrees before, right ones behind their roots. Source: Brown 2015, as Robinson has it on GPUs.
template <Coordinate C>
struct Tree {
    int dimensions = 1;
    std::vector<C> coordinates;      ///< of node 0, 1 ...
    std::vector<std::int32_t> index; ///< which point a node is: of equal ones the first

    std::int64_t size() const { return static_cast<std::int64_t>(index.size()); }
    Subtree whole() const { return {0, size(), 0}; }
    Points<C> points() const { return {coordinates, dimensions}; }

    bool operator==(const Tree&) const = default;
};

/// The same tree with coordinates of double, which holds those of all types: for queries that only double
/// holds.
template <Coordinate C>
Tree<double> widen(const Tree<C>& tree) {
    return {tree.dimensions, {tree.coordinates.begin(), tree.coordinates.end()}, tree.index};
}

/// The tree as links between nodes, for those who want it so. No node: -1.
struct Links {
    std::int32_t root = -1;
    std::vector<std::int32_t> left, right;
    std::vector<std::int32_t> axis; ///< that each node splits by
};

Links make_links(std::int64_t size, int dimensions);

/// How many nodes a level may have: 2^level. Errors: usage for a level that a tree of that size has not.
std::int64_t level_places(std::int64_t size, int level);

/// The tree level by level: the points that the nodes of a level are, from left to right; -1 where there is
/// none, as on the last level there may be. The children of place k are at 2k and 2k + 1 of the next level.
/// index: of a Tree. Errors: as level_places().
///
///     medians({0, 3, 1, 4, 5, 2}, 0) == {1}
///     medians({0, 3, 1, 4, 5, 2}, 1) == {0, 5}
///     medians({0, 3, 1, 4, 5, 2}, 2) == {-1, 3, 4, 2}
std::vector<std::int32_t> medians(std::span<const std::int32_t> index, int level);

} // namespace scanline::kdtree
