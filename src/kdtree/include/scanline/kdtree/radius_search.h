#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/distance.h"
#include "scanline/kdtree/tree.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace scanline::kdtree {

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

} // namespace scanline::kdtree
