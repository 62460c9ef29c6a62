#pragma once
#include "scanline/compute/element.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

namespace scanline::kdtree {

/// The type of squared distances: float for float coordinates, double for int32 and double. The squared
/// distance of two points is the sum of the squared differences of their coordinates, added in the order of
/// the coordinates. Differences of int32 are exact; all else is rounded to float or double at every step. So
/// it is the same bits on every backend. Where it is no number, as infinity less infinity is none, it is
/// infinite.
///
///     (1, 5) and (4, 1): 3 * 3 + 4 * 4 = 25
///
/// It is 0 for equal points alone, and its relative error is at most (1 + u)^(dimensions + 2) - 1, where u is
/// 2^-24 of float and 2^-53 of double: points::CoordinateRange leaves out what would underflow or overflow.
///
/// A point is within a radius where its squared distance is at most radius * radius, rounded in the same way
/// and at most the greatest finite number where the radius is finite: a point at exactly the radius along one
/// axis is within, and only within an infinite radius are points at an infinite distance.
template <Coordinate C>
using Distance = std::conditional_t<std::same_as<C, float>, float, double>;

template <Coordinate C>
inline constexpr Distance<C> infinite_distance = std::numeric_limits<Distance<C>>::infinity();

/// A squared distance on the GPU: a float, or of int32 coordinates a double as its two words, the lower one
/// first.
template <points::DeviceCoordinate C>
using DeviceDistance = std::conditional_t<std::same_as<C, float>, float, compute::Pair>;

inline constexpr int max_neighbors = 64;

/// The k nearest points of each query, query after query: those of query q are at q * k to q * k + k - 1.
template <Coordinate C>
struct Neighbors {
    int k = 1;
    std::vector<std::int32_t> index;           ///< of the point; -1 where there are fewer than k
    std::vector<Distance<C>> squared_distance; ///< infinite where there is no point

    bool operator==(const Neighbors&) const = default;
};

/// The k nearest points of each query within a radius, on the CPU, by threads. Points of a query are in the
/// order of their distance, at the same distance of their index; which of them are among the k follows from
/// that order too. Of equal points only the one in the tree is found. Queries and radius are in the units of
/// the points, results in their square, see Distance. No queries, and a tree of no points, will do. Takes no
/// memory beside the results. Where hardly any distance is finite, every query looks at every point.
/// Stages: check, search.
///
/// Errors: usage for k out of 1 to max_neighbors, a radius that is negative or no number, queries of other
/// dimensions than the tree's, a number of threads out of range; those of require_points() for the queries;
/// failure where there is no memory for the results; Cancelled.
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2}, query{6, 3};
///     const auto found = knn(build<float>({xy, 2}), {query, 2}, 3);
///     found.index == {1, 5, 4}              // (5, 4), (7, 2), (8, 1)
///     found.squared_distance == {2, 2, 8}
template <Coordinate C>
Neighbors<C> knn(const Tree<C>& tree, const Points<C>& queries, int k,
                 Distance<C> radius = infinite_distance<C>, const cpu::Options& options = {});

/// The nearest point of each query: knn with k = 1.
template <Coordinate C>
Neighbors<C> nearest(const Tree<C>& tree, const Points<C>& queries, const cpu::Options& options = {}) {
    return knn(tree, queries, 1, infinite_distance<C>, options);
}

/// How the points of a query follow one another. Both orders are total, so results are the same on every
/// backend.
enum class RowOrder {
    by_distance, ///< at the same distance by index
    by_index,    ///< cheaper where there are many
};
inline constexpr std::array all_row_orders{RowOrder::by_distance, RowOrder::by_index};
std::string_view to_string(RowOrder order); ///< "by-distance", "by-index"

/// The points within a radius of each query, query after query: those of query q are at offset[q] to
/// offset[q + 1] - 1.
template <Coordinate C>
struct PointsWithin {
    std::vector<std::int64_t> offset; ///< one more than there are queries
    std::vector<std::int32_t> index;
    std::vector<Distance<C>> squared_distance;

    bool operator==(const PointsWithin&) const = default;
};

/// All points within a radius of each query, those at exactly the radius included, on the CPU, by threads,
/// which count them first. Of equal points only the one in the tree is found. Queries and radius are in the
/// units of the points, results in their square, see Distance. No queries, and a tree of no points, will do.
/// Takes for each thread as much memory as the largest row beside the results. Stages: check, count, search.
///
/// Errors: usage for a radius that is negative or no number, queries of other dimensions than the tree's, a
/// number of threads out of range; those of require_points() for the queries; failure where there is no
/// memory for the results, before any is taken; Cancelled.
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2}, query{6, 3};
///     const auto found = radius_search(build<float>({xy, 2}), {query, 2}, 3);
///     found.offset == {0, 3}
///     found.index == {1, 5, 4}             // (5, 4), (7, 2), (8, 1); {1, 4, 5} by index
///     found.squared_distance == {2, 2, 8}
template <Coordinate C>
PointsWithin<C> radius_search(const Tree<C>& tree, const Points<C>& queries, Distance<C> radius,
                              RowOrder order = RowOrder::by_distance, const cpu::Options& options = {});

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
