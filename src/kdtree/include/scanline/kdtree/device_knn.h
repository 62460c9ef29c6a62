#pragma once
#include "scanline/core/hidden.h"
#include "scanline/kdtree/device_tree.h"
#include "scanline/kdtree/knn.h"

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

    /// Of queries in the memory of the program, which waits for the results; as many at a time as fit storage
    /// blocks. Errors besides: those of require_points() for the queries; failure where there is no memory;
    /// Cancelled.
    Neighbors<C> operator()(const DeviceNodes<C>& tree, const Points<C>& queries,
                            Distance<C> radius = infinite_distance<C>, const CallLimits& limits = {}) const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

} // namespace scanline::kdtree
