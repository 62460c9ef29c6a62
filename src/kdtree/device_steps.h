#pragma once
#include "device_split.h"
#include "scanline/compute/compact.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/fill.h"
#include "scanline/compute/gather_scatter.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/merge.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/reduce.h"
#include "scanline/points/points.h"

#include <array>
#include <span>

namespace scanline::kdtree {

/// The steps of GPU builds: sorts points by super keys, removes duplicates, and splits.
///
/// Points in the order of the super key of c + 1, sorted stably by coordinate c, are in the order of the
/// super key of c. So the order of the first coordinate yields all others, from the last one back, with one
/// sort each, however many coordinates are equal. The first order takes one sort itself, plus sorts by the
/// other coordinates for the points that tie in the first.
class DeviceSteps {
public:
    /// A coordinate of all points: the bits of int32 or float.
    using Columns = std::span<const compute::BufferRange>;

    template <points::DeviceCoordinate C>
    static DeviceSteps make(compute::Engine& engine, int dimensions);

    /// All points in the order of the first super key; of equal points, only the first. The result lies in
    /// `scratch`. Stages: sort, remove-duplicates.
    Order sort(Columns columns, compute::Arena::Scope& scratch) const;
    /// The same for two sorted runs, the second of which starts at `second_run`; of equal points, keeps that
    /// of the first run. Stages: merge, remove-duplicates.
    Order merge(Columns columns, std::int64_t second_run, compute::Arena::Scope& scratch) const;

    /// The tree of distinct points in the order of the first super key; its root splits by `axis`. Stages:
    /// sort-others, build.
    void split(Columns columns, Order first, int axis, Order nodes) const;

private:
    DeviceSteps(compute::Engine& engine, int dimensions, const gl::Specialization& coordinates);

    /// Points that share their first coordinate with another, in order, and their positions in it.
    struct Tied {
        Order points, places;
    };
    Tied settle_ties(Columns columns, Order keys, Order order, compute::Arena::Scope& scratch) const;
    Order without_duplicates(Columns columns, Order order, const Tied& tied,
                             compute::Arena::Scope& scratch) const;
    void sort_others(Columns columns, Order first, Order keys, std::span<const Order> others) const;

    enum class Of { points, order, points_of_order }; ///< INDIRECT of keys.comp
    void take_keys(const compute::BufferRange& column, Of of, Order order, Order points, Order keys) const;

    compute::Engine* engine_;
    int dimensions_;
    std::array<compute::ElementwiseKernel, 3> keys_;
    compute::ElementwiseKernel ties_, differs_;
    compute::RadixSortPositions<std::uint32_t> sort_positions_;
    compute::RadixSortPairs<std::uint32_t> sort_;
    compute::MergeByKey<std::uint32_t> merge_;
    compute::Compact<std::uint32_t> compact_;
    compute::Copy<std::uint32_t> copy_;
    compute::Reduce<std::uint32_t> sum_;
    compute::Scatter<std::uint32_t> scatter_;
    compute::Gather<std::uint32_t> gather_;
    compute::Iota<std::uint32_t> iota_;
    compute::Fill<std::uint32_t> fill_;
    DeviceSplit split_;
};

} // namespace scanline::kdtree
