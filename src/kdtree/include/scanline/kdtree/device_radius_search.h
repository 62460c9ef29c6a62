#pragma once
#include "scanline/core/hidden.h"
#include "scanline/kdtree/device_tree.h"
#include "scanline/kdtree/radius_search.h"

namespace scanline::kdtree {

/// All points within a radius of each query, those at exactly the radius included, on the GPU: bit for bit
/// the results of radius_search().
///
/// Queries are sorted by the part of the tree that they fall into; each is walked for by an invocation, which
/// counts, and by another, which collects. The rows are sorted then. Stages: sort-queries, count; and
/// sort-queries, search, sort-rows.
///
/// One object is for trees of one type and number of dimensions. All wait for the GPU. Scratch: for each
/// query 20 bytes, for each point that is found 8 (int32 coordinates: 12), but 60 where some queries have
/// more than 512. Errors: usage for dimensions out of range, a radius that is negative or no number, a tree
/// or queries of other dimensions, arrays of other lengths, more than 16,777,216 queries at once, and arrays
/// larger than a storage block.
///
///     const DeviceRadiusSearch<float> search(engine, 2);
///     const PointsWithin<float> found = search(nodes, {query, 2}, 3);
template <DeviceCoordinate C>
class DeviceRadiusSearch {
public:
    DeviceRadiusSearch(compute::Engine& engine, int dimensions);

    /// How many points each query has. Queries lie one after the other.
    void count(const DeviceNodes<C>& tree, compute::ArrayView<const C> queries,
               compute::ArrayView<std::uint32_t> counts, Distance<C> radius) const;

    /// Results that stay on the GPU, query after query. offset: where the row of each query begins, and
    /// behind the last one; the sums of their counts.
    struct Arrays {
        compute::ArrayView<const C> queries;
        compute::ArrayView<const std::uint32_t> offset;
        compute::ArrayView<std::uint32_t> index;
        compute::ArrayView<DeviceDistance<C>> squared_distance;
    };
    void search(const DeviceNodes<C>& tree, const Arrays& arrays, Distance<C> radius,
                RowOrder order = RowOrder::by_distance) const;

    /// Of queries in the memory of the program, which waits for the results; as many at a time as fit storage
    /// blocks. Errors besides: those of require_points() for the queries; failure where there is no memory,
    /// and for a query whose row alone is larger than a storage block; Cancelled.
    PointsWithin<C> operator()(const DeviceNodes<C>& tree, const Points<C>& queries, Distance<C> radius,
                               RowOrder order = RowOrder::by_distance, const CallLimits& limits = {}) const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

} // namespace scanline::kdtree
