#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/points/points.h"

#include <bit>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace scanline::kdtree {

// Used throughout the room.
using points::Coordinate;
using points::max_dimensions;
using points::Points;

/// Compares points by coordinate `first`, then by the next, and so on cyclically to the one before `first`:
/// the super key of Brown, "Building a Balanced k-d Tree in O(kn log n) Time", 2015, section 2. -0 equals +0;
/// NaN does not occur.
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

/// A range of nodes [first, last) that forms a subtree: the middle node is its root, the nodes before it the
/// left subtree, those after it the right one. So the shape of a tree depends only on its size.
///
///     Subtree{0, 6}: root 2, left {0, 2}, right {3, 6}
struct Subtree {
    std::int64_t first = 0, last = 0;
    int depth = 0; ///< depth of its root; 0 for the whole tree

    std::int64_t size() const { return last - first; }
    bool empty() const { return first == last; }
    /// The root of a non-empty subtree; of two nodes, the first.
    std::int64_t root() const { return first + (last - first - 1) / 2; }
    Subtree left() const { return {first, root(), depth + 1}; }
    Subtree right() const { return {root() + 1, last, depth + 1}; }
    /// The coordinate by which its root splits.
    int axis(int dimensions) const { return depth % dimensions; }

    friend bool operator==(const Subtree&, const Subtree&) = default;
};

/// Number of levels of a balanced tree: floor(log2(size)) + 1; 0 if empty.
constexpr int levels(std::int64_t size) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size)));
}

/// A balanced k-d tree over distinct points. A node at depth d splits by the super key of coordinate d mod
/// dimensions: all points of its left subtree are less, all of its right subtree greater. With the fixed
/// shape, this makes the tree of a point set unique. Nodes are stored in order: left subtree, root, right
/// subtree. Source: Brown 2015, as adapted to GPUs by Robinson.
template <Coordinate C>
struct Tree {
    int dimensions = 1;
    std::vector<C> coordinates;      ///< of nodes 0, 1 ...
    std::vector<std::int32_t> index; ///< point index of each node: of equal points, the first

    std::int64_t size() const { return static_cast<std::int64_t>(index.size()); }
    Subtree whole() const { return {0, size(), 0}; }
    Points<C> points() const { return {coordinates, dimensions}; }

    bool operator==(const Tree&) const = default;
};

/// The same tree with double coordinates, which represent all types exactly: for queries that only double can
/// represent.
template <Coordinate C>
Tree<double> widen(const Tree<C>& tree) {
    return {tree.dimensions, {tree.coordinates.begin(), tree.coordinates.end()}, tree.index};
}

/// The tree as explicit links between nodes. No node: -1.
struct Links {
    std::int32_t root = -1;
    std::vector<std::int32_t> left, right;
    std::vector<std::int32_t> axis; ///< splitting axis of each node
};

/// Nodes [first, last).
struct NodeRange {
    std::int64_t first = 0, last = 0;
};

/// The links of a tree of this size, or those of some of its nodes.
Links make_links(std::int64_t size, int dimensions, const NodeRange& nodes);
inline Links make_links(std::int64_t size, int dimensions) {
    return make_links(size, dimensions, {0, size});
}

/// Number of positions at a level: 2^level. Errors: usage for a level that a tree of that size does not have.
std::int64_t level_places(std::int64_t size, int level);

/// The tree by level: the point indices of a level's nodes, left to right; -1 for missing nodes, which only
/// the last level has. The children of position k are 2k and 2k + 1 of the next level. index: of a Tree.
/// Errors: as level_places().
///
///     medians({0, 3, 1, 4, 5, 2}, 0) == {1}
///     medians({0, 3, 1, 4, 5, 2}, 1) == {0, 5}
///     medians({0, 3, 1, 4, 5, 2}, 2) == {-1, 3, 4, 2}
std::vector<std::int32_t> medians(std::span<const std::int32_t> index, int level);

/// Builds the tree of the points on the CPU, multithreaded. Checks the points, sorts them by the super key of
/// the first coordinate, and removes duplicates; of equal points, the one with the smallest index stays. The
/// root is then in the middle. Every subtree below is partitioned around its median by the super key of its
/// own axis (std::nth_element), not sorted again. Zero points are allowed. Stages: check, sort,
/// remove-duplicates, build.
///
/// Memory per point, besides the tree: up to 4 dimensions its coordinates and 4 bytes, above that 8 bytes;
/// for double, its coordinates and 8 bytes in 2 and 3 dimensions, otherwise 16 bytes; twice as much in the
/// stage sort. Errors: those of require_points(), usage for a number of threads out of range, failure if out
/// of memory; Cancelled.
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2};
///     build<float>({xy, 2}).index == {0, 3, 1, 4, 5, 2}   // root (5, 4): left (2, 3), right (7, 2)
template <Coordinate C>
Tree<C> build(const Points<C>& points, const cpu::Options& options = {});

/// The same for points of which no two are equal, which takes no sort. Stages: check, build. With equal points
/// the result is no tree.
template <Coordinate C>
Tree<C> build_distinct(const Points<C>& points, const cpu::Options& options = {});

/// Number of threads that build() uses for this many points.
int build_threads(std::int64_t points, const cpu::Options& options = {});

} // namespace scanline::kdtree
