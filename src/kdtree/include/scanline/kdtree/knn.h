#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/distance.h"
#include "scanline/kdtree/tree.h"

#include <cstdint>
#include <vector>

namespace scanline::kdtree {

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

} // namespace scanline::kdtree
