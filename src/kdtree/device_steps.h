#pragma once
#include "scanline/compute/compact.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/fill.h"
#include "scanline/compute/gather_scatter.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/merge.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/reduce.h"
#include "scanline/compute/tile_passes.h"

#include <array>
#include <span>
#include <vector>

namespace scanline::kdtree {

/// An array of numbers of points, on the GPU.
using Order = compute::ArrayView<std::uint32_t>;

/// Splits the segments of a tree level by level on the GPU, in all orders of its points at once.
class DeviceSplit {
public:
    DeviceSplit(compute::Engine& engine, int dimensions);

    /// How many orders a tree of so many nodes needs, whose root splits by this axis: up to the last one that
    /// splits a level.
    static int orders(std::int64_t nodes, int dimensions, int first_axis);

    /// The points in the order of the tree, which lie in one of the arrays given. orders: of coordinate 0,
    /// which numbers the points, and as many further ones as orders() says; ranks: of each but the first;
    /// spare: another array as long. All but the ranks are written.
    Order run(std::vector<Order> orders, std::span<const Order> ranks, Order spare, int first_axis) const;

private:
    void part(int level, Order order, Order divider, const Order* ranks, Order output) const;
    void finish(int level, int last_level, int first_axis, std::span<const Order> orders, Order nodes) const;

    compute::Engine* engine_;
    int dimensions_;
    int span_; ///< the most cells of a segment that one group finishes
    compute::TilePasses by_label_, by_rank_;
    compute::Kernel subtrees_;
    compute::Copy<std::uint32_t> copy_;
};

/// The steps of builds on the GPU: sorts points by super keys, removes duplicates, and splits.
///
/// A stable sort by coordinate c of points in the order of the super key of c + 1 gives that of the super key
/// of c. So the order of the first coordinate makes all others, from the last one back, by one sort each,
/// however many coordinates are equal; and it is itself made by one sort, but for the points that are equal
/// in that coordinate, which are sorted by each of the others too.
class DeviceSteps {
public:
    /// A coordinate of all points: bits of int32, or of floats.
    using Columns = std::span<const compute::BufferRange>;

    template <points::DeviceCoordinate C>
    static DeviceSteps make(compute::Engine& engine, int dimensions);

    /// All points in the order of the first super key, of equal ones the first. What it returns lies in
    /// `scratch`. Stages: sort, remove-duplicates.
    Order sort(Columns columns, compute::Arena::Scope& scratch) const;
    /// The same of two runs that are sorted, of which the second begins there; of equal points those of the
    /// first run are the first. Stages: merge, remove-duplicates.
    Order merge(Columns columns, std::int64_t second_run, compute::Arena::Scope& scratch) const;

    /// The tree of some points, which are different and in the order of the first super key; its root splits
    /// by that axis. Stages: sort-others, build.
    void split(Columns columns, Order first, int axis, Order nodes) const;

private:
    DeviceSteps(compute::Engine& engine, int dimensions, const gl::Specialization& coordinates);

    /// The points whose first coordinate another point has too, in the order, and their places in it.
    struct Tied {
        Order points, places;
    };
    Tied settle_ties(Columns columns, Order keys, Order order, compute::Arena::Scope& scratch) const;
    Order without_duplicates(Columns columns, Order order, const Tied& tied,
                             compute::Arena::Scope& scratch) const;
    void sort_others(Columns columns, Order first, std::span<const Order> others) const;

    enum class Of { points, order, points_of_order }; ///< INDIRECT of keys.comp
    void take_keys(const compute::BufferRange& column, Of of, Order order, Order points, Order keys) const;

    compute::Engine* engine_;
    int dimensions_;
    std::array<compute::ElementwiseKernel, 3> keys_;
    compute::ElementwiseKernel ties_, differs_, ranks_;
    compute::RadixSortPositions<std::uint32_t> sort_positions_;
    compute::RadixSortPairs<std::uint32_t> sort_;
    compute::MergeByKey<std::uint32_t> merge_;
    compute::Compact<std::uint32_t> compact_;
    compute::Reduce<std::uint32_t> sum_;
    compute::Scatter<std::uint32_t> scatter_;
    compute::Gather<std::uint32_t> gather_;
    compute::Iota<std::uint32_t> iota_;
    compute::Fill<std::uint32_t> fill_;
    DeviceSplit split_;
};

} // namespace scanline::kdtree
