#pragma once
#include "scanline/compute/element.h"
#include "scanline/core/named.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace scanline::kdtree {

/// The type of squared distances: float for float coordinates, double for int32 and double. The squared
/// distance of two points is the sum of the squared differences of their coordinates, added in coordinate
/// order. Differences of int32 are exact; everything else is rounded to float or double at every step. So its
/// bits are the same on every backend. If it would be NaN, as with infinity minus infinity, it is infinite.
///
///     (1, 5) and (4, 1): 3 * 3 + 4 * 4 = 25
///
/// It is 0 only for equal points, and its relative error is at most (1 + u)^(dimensions + 2) - 1, where u is
/// 2^-24 for float and 2^-53 for double: points::CoordinateRange excludes underflow and overflow.
///
/// A point is within a radius if its squared distance is at most the square of the radius, which is exact, or
/// at most the rounded square of the greatest Distance up to the radius. So a point at exactly the radius
/// along one axis is within, float distances of 5 are within 5.0000000001 and not within 4.9999999999, and
/// points at infinite distance are within only an infinite radius.
template <Coordinate C>
using Distance = std::conditional_t<std::same_as<C, float>, float, double>;

template <Coordinate C>
inline constexpr Distance<C> infinite_distance = std::numeric_limits<Distance<C>>::infinity();

/// A squared distance on the GPU: a float, or for int32 coordinates a double as two words, low word first.
template <points::DeviceCoordinate C>
using DeviceDistance = std::conditional_t<std::same_as<C, float>, float, compute::Pair>;

inline constexpr int max_neighbors = 64;

/// The k nearest points of each query, query after query: query q owns elements q * k to q * k + k - 1.
template <Coordinate C>
struct Neighbors {
    int k = 1;
    std::vector<std::int32_t> index;           ///< point index; -1 if there are fewer than k
    std::vector<Distance<C>> squared_distance; ///< infinite if there is no point

    bool operator==(const Neighbors&) const = default;
};

/// The k nearest points of each query within a radius, on the CPU, multithreaded. A query's points are sorted
/// by distance, then by index; that order also decides which of them are among the k. Of equal points, only
/// the one in the tree is found. Queries and radius are in the units of the points, results in squared units,
/// see Distance. Zero queries and an empty tree are allowed. Many queries are
/// answered in the order of the tree, which takes 16 bytes a query besides the results. If hardly any distance
/// is finite, every query visits every point. Stages: check, sort-queries if there are many, search.
///
/// Errors: usage for k outside 1 to max_neighbors, a radius that is negative or NaN, queries of other
/// dimensions than the tree's, a number of threads out of range; those of require_points() for the queries;
/// failure if there is not enough memory for the results; Cancelled.
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2}, query{6, 3};
///     const auto found = knn(build<float>({xy, 2}), {query, 2}, 3);
///     found.index == {1, 5, 4}              // (5, 4), (7, 2), (8, 1)
///     found.squared_distance == {2, 2, 8}
template <Coordinate C>
Neighbors<C> knn(const Tree<C>& tree, const Points<C>& queries, int k,
                 double radius = infinite_distance<double>, const cpu::Options& options = {});

/// The nearest point of each query: knn with k = 1.
template <Coordinate C>
Neighbors<C> nearest(const Tree<C>& tree, const Points<C>& queries, const cpu::Options& options = {}) {
    return knn(tree, queries, 1, infinite_distance<C>, options);
}

/// The order of a query's points. Both orders are total, so results are the same on every backend.
enum class RowOrder {
    by_distance, ///< at equal distance by index
    by_index,    ///< cheaper for many points
};
constexpr auto table_of(RowOrder) {
    using enum RowOrder;
    return named<RowOrder>({{by_distance, "by-distance"}, {by_index, "by-index"}});
}
using scanline::to_string;

/// The points within a radius of each query, query after query: query q owns elements offset[q] to
/// offset[q + 1] - 1.
template <Coordinate C>
struct PointsWithin {
    std::vector<std::int64_t> offset; ///< one more than queries
    std::vector<std::int32_t> index;
    std::vector<Distance<C>> squared_distance;

    bool operator==(const PointsWithin&) const = default;
};

/// All points within a radius of each query, inclusive, on the CPU, multithreaded; counts them first. Of
/// equal points, only the one in the tree is found. Queries and radius are in the units of the points,
/// results in squared units, see Distance. Zero queries and an empty tree are allowed. Besides the results,
/// uses memory for the largest row per thread. Stages: check, sort-queries, count, search.
///
/// Errors: usage for a radius that is negative or NaN, queries of other dimensions than the tree's, a number
/// of threads out of range; those of require_points() for the queries; failure if there is not enough memory
/// for the results, before any is allocated; Cancelled.
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2}, query{6, 3};
///     const auto found = radius_search(build<float>({xy, 2}), {query, 2}, 3);
///     found.offset == {0, 3}
///     found.index == {1, 5, 4}             // (5, 4), (7, 2), (8, 1); {1, 4, 5} by index
///     found.squared_distance == {2, 2, 8}
template <Coordinate C>
PointsWithin<C> radius_search(const Tree<C>& tree, const Points<C>& queries, double radius,
                              RowOrder order = RowOrder::by_distance, const cpu::Options& options = {});

/// Axis-aligned boxes, given by their corners: box b spans low[b] to high[b], inclusive.
template <Coordinate C>
struct Boxes {
    Points<C> low, high;
};

/// The points in each box, box after box: box b owns elements offset[b] to offset[b + 1] - 1, sorted by
/// index.
struct PointsInside {
    std::vector<std::int64_t> offset; ///< one more than boxes
    std::vector<std::int32_t> index;

    bool operator==(const PointsInside&) const = default;
};

/// All points inside each box, sides included, on the CPU, multithreaded; counts them first. Takes subtrees
/// that are entirely inside without visiting their nodes. Of equal points, only the one in the tree is found.
/// Boxes are in the units of the points. Zero boxes and an empty tree are allowed. Many are answered in
/// the order of the tree, as knn() does it. Stages: check, sort-queries, count, search.
///
/// Errors: usage for corners of other dimensions than the tree's, unequal numbers of low and high corners, a
/// number of threads out of range; those of require_shape() for the corners; failure for a NaN, for a low
/// corner above the high one, with its row and axis, and if there is not enough memory for the results,
/// before any is allocated; Cancelled.
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2}, low{4, 1}, high{8, 4};
///     const auto found = box_search(build<float>({xy, 2}), {{low, 2}, {high, 2}});
///     found.offset == {0, 3}
///     found.index == {1, 4, 5}   // (5, 4), (8, 1), (7, 2)
template <Coordinate C>
PointsInside box_search(const Tree<C>& tree, const Boxes<C>& boxes, const cpu::Options& options = {});

} // namespace scanline::kdtree
