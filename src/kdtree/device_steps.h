#pragma once
#include "device_orders.h"
#include "device_split.h"

#include "scanline/compute/gather.h"

namespace scanline::kdtree {

/// What builds on the GPU are made of.
class DeviceSteps {
public:
    using Columns = DeviceOrders::Columns;

    template <DeviceCoordinate C>
    static DeviceSteps make(compute::Engine& engine, int dimensions);

    /// All points in the order of the first super key, of equal ones the first. What it returns lies in
    /// `scratch`. Stages: sort, remove-duplicates.
    Order sort(Columns columns, compute::Arena::Scope& scratch) const;
    /// The same of two runs that are sorted, of which the second begins there. Stages: merge,
    /// remove-duplicates.
    Order merge(Columns columns, std::int64_t second_run, compute::Arena::Scope& scratch) const;

    /// The tree of some points, which are different and in the order of the first super key; its root splits
    /// by that axis. Stages: sort-others, build.
    void split(Columns columns, Order first, int axis, Order nodes) const;

private:
    Order distinct(Columns columns, Order order, const DeviceOrders::Tied& tied,
                   compute::Arena::Scope& scratch) const;
    DeviceSteps(compute::Engine& engine, int dimensions, DeviceOrders orders);

    compute::Engine* engine_;
    int dimensions_;
    DeviceOrders orders_;
    DeviceSplit split_;
    compute::Gather<std::uint32_t> gather_;
    compute::Iota<std::uint32_t> iota_;
};

} // namespace scanline::kdtree
