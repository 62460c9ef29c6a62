#pragma once
#include "scanline/core/pimpl.h"
#include "scanline/kdtree/device_tree.h"
#include "scanline/kdtree/search.h"

namespace scanline::kdtree {

/// The k nearest points of each query within a radius, on the GPU: bit-identical to knn().
///
/// Queries are sorted by the part of the tree that they fall into, so neighbouring invocations follow similar
/// paths. One invocation walks the tree per query, and keeps its k nearest in registers. Stages:
/// sort-queries, search. Software renderers silently cut long loops short; queries that come near that limit
/// are rerun there, on one part of the tree after another.
///
/// An object is for one coordinate type, number of dimensions and k. Scratch: 16 bytes per query. Errors:
/// usage for dimensions out of range, k outside 1 to max_neighbors, a radius that is negative or NaN, a tree
/// or queries of other dimensions, arrays of wrong lengths, and arrays larger than a storage block.
///
///     const DeviceKnn<float> knn(engine, 2, 3);
///     const Neighbors<float> found = knn(nodes, {query, 2});
template <DeviceCoordinate C>
class DeviceKnn {
public:
    DeviceKnn(compute::Engine& engine, int dimensions, int k);

    /// Results that stay on the GPU: k per query. The queries' coordinates lie one after the other.
    struct Arrays {
        compute::ArrayView<const C> queries;
        compute::ArrayView<std::uint32_t> index;                ///< all bits set if there are fewer than k
        compute::ArrayView<DeviceDistance<C>> squared_distance; ///< infinite if there is no point
    };
    void operator()(const DeviceNodes<C>& tree, const Arrays& arrays,
                    double radius = infinite_distance<double>) const;

    /// For queries in host memory. Waits for the results; batches queries to fit storage blocks. Additional
    /// errors: those of require_points() for the queries; failure if out of memory; Cancelled.
    Neighbors<C> operator()(const DeviceNodes<C>& tree, const Points<C>& queries,
                            double radius = infinite_distance<double>, const CallLimits& limits = {}) const;

private:
    struct Parts;
    Pimpl<const Parts> parts_;
};

/// All points within a radius of each query, inclusive, on the GPU: bit-identical to radius_search().
///
/// Queries are sorted by the part of the tree that they fall into. Per query, one invocation counts, and
/// another collects. Then the rows are sorted. Stages: sort-queries, count; and sort-queries, search,
/// sort-rows.
///
/// An object is for one coordinate type and number of dimensions. All calls wait for the GPU. Scratch: 20
/// bytes per query; 8 per point found (int32 coordinates: 12), but 60 if some queries have more than 512.
/// Errors: usage for dimensions out of range, a radius that is negative or NaN, a tree or queries of other
/// dimensions, arrays of wrong lengths, more than 16,777,216 queries at once, and arrays larger than a
/// storage block.
///
///     const DeviceRadiusSearch<float> search(engine, 2);
///     const PointsWithin<float> found = search(nodes, {query, 2}, 3);
template <DeviceCoordinate C>
class DeviceRadiusSearch {
public:
    DeviceRadiusSearch(compute::Engine& engine, int dimensions);

    /// Number of points for each query. Queries lie one after the other.
    void count(const DeviceNodes<C>& tree, compute::ArrayView<const C> queries,
               compute::ArrayView<std::uint32_t> counts, double radius) const;

    /// Results that stay on the GPU, query after query. offset: the start of each query's row, and the end of
    /// the last; the exclusive prefix sums of the counts.
    struct Arrays {
        compute::ArrayView<const C> queries;
        compute::ArrayView<const std::uint32_t> offset;
        compute::ArrayView<std::uint32_t> index;
        compute::ArrayView<DeviceDistance<C>> squared_distance;
    };
    void search(const DeviceNodes<C>& tree, const Arrays& arrays, double radius,
                RowOrder order = RowOrder::by_distance) const;

    /// For queries in host memory. Waits for the results; batches queries to fit storage blocks. Additional
    /// errors: those of require_points() for the queries; failure if out of memory, or if a single row is
    /// larger than a storage block; Cancelled.
    PointsWithin<C> operator()(const DeviceNodes<C>& tree, const Points<C>& queries, double radius,
                               RowOrder order = RowOrder::by_distance, const CallLimits& limits = {}) const;

private:
    struct Parts;
    Pimpl<const Parts> parts_;
};

/// All points inside each box, sides included, on the GPU: the results of box_search().
///
/// Boxes are sorted by the part of the tree that their low corner falls into. Per box, one invocation counts,
/// and another collects. Subtrees entirely inside are counted at once. Then the rows are sorted. Stages:
/// sort-queries, count; and sort-queries, search, sort-rows.
///
/// An object is for one coordinate type and number of dimensions. All calls wait for the GPU. Scratch: 20
/// bytes per box; 4 per point found, but 40 if some boxes have more than 512 inside. Errors: usage for
/// dimensions out of range, a tree or corners of other dimensions, arrays of wrong lengths, more than
/// 16,777,216 boxes at once, and arrays larger than a storage block.
///
///     const DeviceBoxSearch<float> search(engine, 2);
///     const PointsInside found = search(nodes, {{low, 2}, {high, 2}});
template <DeviceCoordinate C>
class DeviceBoxSearch {
public:
    DeviceBoxSearch(compute::Engine& engine, int dimensions);

    /// Corners on the GPU, one after the other. Not checked: a box whose low corner is above the high one is
    /// empty.
    struct Corners {
        compute::ArrayView<const C> low, high;
    };
    /// Number of points in each box.
    void count(const DeviceNodes<C>& tree, const Corners& boxes,
               compute::ArrayView<std::uint32_t> counts) const;

    /// Results that stay on the GPU, box after box. offset: the start of each box's row, and the end of the
    /// last; the exclusive prefix sums of the counts.
    struct Arrays {
        compute::ArrayView<const std::uint32_t> offset;
        compute::ArrayView<std::uint32_t> index;
    };
    void search(const DeviceNodes<C>& tree, const Corners& boxes, const Arrays& arrays) const;

    /// For boxes in host memory. Waits for the results; batches boxes to fit storage blocks. Additional
    /// errors: those of box_search() for the corners; failure if out of memory, or if a single row is larger
    /// than a storage block; Cancelled.
    PointsInside operator()(const DeviceNodes<C>& tree, const Boxes<C>& boxes,
                            const CallLimits& limits = {}) const;

private:
    struct Parts;
    Pimpl<const Parts> parts_;
};

} // namespace scanline::kdtree
