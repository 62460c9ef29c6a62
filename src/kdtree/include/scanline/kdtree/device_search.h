#pragma once
#include "scanline/core/hidden.h"
#include "scanline/kdtree/device_tree.h"
#include "scanline/kdtree/search.h"

namespace scanline::kdtree {

/// The k nearest points of each query within a radius, on the GPU: bit for bit the results of knn().
///
/// Queries are sorted by the part of the tree that they fall into, so that neighbouring invocations take much
/// the same way; each of them walks for a query, and keeps its k nearest in registers. Stages: sort-queries,
/// search. Software renderers end long loops in silence; there queries that come near it are put again, to a
/// part of the tree after the other.
///
/// One object is for trees of one type and number of dimensions and for one k. Scratch: for each query 16
/// bytes. Errors: usage for dimensions out of range, k out of 1 to max_neighbors, a radius that is negative
/// or no number, a tree or queries of other dimensions, arrays of other lengths, and arrays larger than a
/// storage block.
///
///     const DeviceKnn<float> knn(engine, 2, 3);
///     const Neighbors<float> found = knn(nodes, {query, 2});
template <DeviceCoordinate C>
class DeviceKnn {
public:
    DeviceKnn(compute::Engine& engine, int dimensions, int k);

    /// Results that stay on the GPU: k for each query, of which the coordinates lie one after the other.
    struct Arrays {
        compute::ArrayView<const C> queries;
        compute::ArrayView<std::uint32_t> index;                ///< all bits set where there are fewer than k
        compute::ArrayView<DeviceDistance<C>> squared_distance; ///< infinite where there is no point
    };
    void operator()(const DeviceNodes<C>& tree, const Arrays& arrays,
                    Distance<C> radius = infinite_distance<C>) const;

    /// For queries in the memory of the program, which waits for the results; as many at a time as fit
    /// storage blocks. Errors besides: those of require_points() for the queries; failure where there is no
    /// memory; Cancelled.
    Neighbors<C> operator()(const DeviceNodes<C>& tree, const Points<C>& queries,
                            Distance<C> radius = infinite_distance<C>, const CallLimits& limits = {}) const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

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

    /// For queries in the memory of the program, which waits for the results; as many at a time as fit
    /// storage blocks. Errors besides: those of require_points() for the queries; failure where there is no
    /// memory, and for a query whose row alone is larger than a storage block; Cancelled.
    PointsWithin<C> operator()(const DeviceNodes<C>& tree, const Points<C>& queries, Distance<C> radius,
                               RowOrder order = RowOrder::by_distance, const CallLimits& limits = {}) const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

/// All points inside of boxes, those on the sides included, on the GPU: the results of box_search().
///
/// Boxes are sorted by the part of the tree that their low corner falls into; each is walked for by an
/// invocation, which counts, and by another, which collects. Subtrees that lie inside as a whole are counted
/// at once. The rows are sorted then. Stages: sort-queries, count; and sort-queries, search, sort-rows.
///
/// One object is for trees of one type and number of dimensions. All wait for the GPU. Scratch: for each box
/// 20 bytes, for each point that is found 4, but 40 where some boxes have more than 512 inside. Errors: usage
/// for dimensions out of range, a tree or corners of other dimensions, arrays of other lengths, more than
/// 16,777,216 boxes at once, and arrays larger than a storage block.
///
///     const DeviceBoxSearch<float> search(engine, 2);
///     const PointsInside found = search(nodes, {{low, 2}, {high, 2}});
template <DeviceCoordinate C>
class DeviceBoxSearch {
public:
    DeviceBoxSearch(compute::Engine& engine, int dimensions);

    /// Corners on the GPU, one after the other. None is checked: a low one above the high one has nothing
    /// inside.
    struct Corners {
        compute::ArrayView<const C> low, high;
    };
    /// How many points are in each box.
    void count(const DeviceNodes<C>& tree, const Corners& boxes,
               compute::ArrayView<std::uint32_t> counts) const;

    /// Results that stay on the GPU, box after box. offset: where the row of each box begins, and behind the
    /// last one; the sums of their counts.
    struct Arrays {
        compute::ArrayView<const std::uint32_t> offset;
        compute::ArrayView<std::uint32_t> index;
    };
    void search(const DeviceNodes<C>& tree, const Corners& boxes, const Arrays& arrays) const;

    /// For boxes in the memory of the program, which waits for the results; as many at a time as fit storage
    /// blocks. Errors besides: those of box_search() for the corners; failure where there is no memory, and
    /// for a box whose row alone is larger than a storage block; Cancelled.
    PointsInside operator()(const DeviceNodes<C>& tree, const Boxes<C>& boxes,
                            const CallLimits& limits = {}) const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

} // namespace scanline::kdtree
