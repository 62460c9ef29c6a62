#pragma once
#include "scanline/kdtree/search.h"
#include "scanline/ranks/communicator.h"

#include <functional>
#include <vector>

namespace scanline::kdtree {

/// What the queries of all ranks look for.
template <Coordinate C>
struct RankQueries {
    /// This rank's queries; for boxes, their low and their high corners.
    std::vector<Points<C>> corners;
    double radius = 0; ///< of queries that are no boxes
    int k = 0;         ///< the nearest ones; 0: all
    RowOrder order = RowOrder::by_distance;
};

/// The points that this rank's queries found, query after query. If the k nearest are asked for, each query
/// has k places, the last of them with index and rank -1 if there are fewer, as in Neighbors.
template <Coordinate C>
struct RankFound {
    PointsWithin<C> points;           ///< for boxes, with distances of 0
    std::vector<std::int32_t> rank{}; ///< which has the point, for each of `points`
    std::int64_t visits = 0;          ///< searches for one query on one rank, of all ranks
};

/// Answers queries of any rank by this rank's points: with the same k, radius and order; for boxes with
/// distances of 0, and for the k nearest with k places each.
template <Coordinate C>
using RankSearch = std::function<PointsWithin<C>(std::vector<points::PointCloud<C>> corners)>;

/// Answers queries of any rank by the points of all: those that knn(), radius_search() and box_search() find
/// in one tree of them, in the same order.
///
/// A query visits the ranks whose points' bounds can hold results. The nearest points are first looked for
/// where the bounds are nearest; then on the other ranks with bounds that are not farther than the k-th
/// point, or within the radius as long as there are fewer than k.
///
/// own: the coordinates of this rank's points. Takes 48 bytes for each point found, besides the results.
/// Stages: check, ask, search, sort-rows; ask and search twice if k is not 0. Errors, on all ranks alike:
/// those of require_points() and of box_search() for the queries, those of `search`, failure if out of
/// memory; Cancelled.
///
///     // rank 0 has (2, 3) (4, 7) (5, 4), rank 1 (8, 1) (7, 2) (9, 6); on rank 0 the query (6, 3), k = 3:
///     // visits rank 0, with (5, 4), then rank 1, because fewer than three are as near as its bounds are
template <Coordinate C>
RankFound<C> search_over_ranks(ranks::Communicator& ranks, const Points<C>& own,
                               const RankQueries<C>& queries, const RankSearch<C>& search,
                               const cpu::Options& options = {});

} // namespace scanline::kdtree
