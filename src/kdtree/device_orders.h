#pragma once
#include "elementwise_kernel.h"
#include "scanline/kdtree/points.h"

#include "scanline/compute/compact.h"
#include "scanline/compute/fill.h"
#include "scanline/compute/iota.h"
#include "scanline/compute/merge.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/reduce.h"
#include "scanline/compute/scatter.h"

#include <array>
#include <span>
#include <vector>

namespace scanline::kdtree {

/// An array of numbers of points, on the GPU.
using Order = compute::ArrayView<std::uint32_t>;

/// Sorts points by super keys on the GPU, and finds those that are equal.
///
/// A stable sort by coordinate c of points in the order of the super key of c + 1 gives that of the super key
/// of c. So the order of the first coordinate makes all others, from the last one back, by one sort each,
/// however many coordinates are equal; and it is itself made by one sort, but for the points that are equal
/// in that coordinate, which are sorted by each of the others too.
class DeviceOrders {
public:
    /// A coordinate of all points: bits of int32, or of floats.
    using Columns = std::span<const compute::BufferRange>;

    template <DeviceCoordinate C>
    static DeviceOrders make(compute::Engine& engine);

    /// Of the points that are equal in the first coordinate to another one: them, in the order, and where
    /// they are in it.
    struct Tied {
        Order points, places;
    };
    /// All points in the order of the first super key, equal ones by number. What it returns lies in
    /// `scratch`.
    Tied sort(Columns columns, Order order, compute::Arena::Scope& scratch) const;

    /// The same of points two runs of which are sorted: the first ones, and those from `second_run` on. Of
    /// equal ones those of the first run come first.
    Tied merge(Columns columns, std::int64_t second_run, Order order, compute::Arena::Scope& scratch) const;

    /// The order without those that are equal to the one before; either `order` or in `scratch`.
    Order without_duplicates(Columns columns, Order order, const Tied& tied,
                             compute::Arena::Scope& scratch) const;

    /// The orders of all further coordinates, by number in the first order: others[c] of coordinate c + 1, of
    /// as many as are asked for.
    void sort_others(Columns columns, Order first, std::span<const Order> others) const;

    /// Where each point is in an order.
    void rank(Order order, Order ranks) const;

private:
    DeviceOrders(compute::Engine& engine, const gl::Specialization& coordinates);

    enum class Of { points, order, points_of_order }; ///< INDIRECT of keys.comp
    Tied settle_ties(Columns columns, Order keys, Order order, compute::Arena::Scope& scratch) const;
    void take_keys(const compute::BufferRange& column, Of of, Order order, Order points, Order keys) const;
    std::int64_t number_in(const compute::ArrayView<std::uint32_t>& word) const;

    compute::Engine* engine_;
    std::array<ElementwiseKernel, 3> keys_;
    ElementwiseKernel ties_, differs_, ranks_;
    compute::RadixSortPositions<std::uint32_t> sort_positions_;
    compute::RadixSortPairs<std::uint32_t> sort_;
    compute::MergeByKey<std::uint32_t> merge_;
    compute::Compact<std::uint32_t> compact_;
    compute::Reduce<std::uint32_t> sum_;
    compute::Scatter<std::uint32_t> scatter_;
    compute::Iota<std::uint32_t> iota_;
    compute::Fill<std::uint32_t> fill_;
};

} // namespace scanline::kdtree
