#include "device_steps.h"

namespace scanline::kdtree {

template <DeviceCoordinate C>
DeviceSteps DeviceSteps::make(compute::Engine& engine, int dimensions) {
    return {engine, dimensions, DeviceOrders::make<C>(engine)};
}

DeviceSteps::DeviceSteps(compute::Engine& engine, int dimensions, DeviceOrders orders)
    : engine_(&engine), dimensions_(dimensions), orders_(std::move(orders)), split_(engine, dimensions),
      gather_(engine), iota_(engine) {}

Order DeviceSteps::sort(Columns columns, compute::Arena::Scope& scratch) const {
    const Order order = scratch.take<std::uint32_t>(columns.front().size);
    DeviceOrders::Tied tied;
    {
        const WholeStage stage(*engine_, "sort");
        tied = orders_.sort(columns, order, scratch);
    }
    return distinct(columns, order, tied, scratch);
}

Order DeviceSteps::merge(Columns columns, std::int64_t second_run, compute::Arena::Scope& scratch) const {
    const Order order = scratch.take<std::uint32_t>(columns.front().size);
    DeviceOrders::Tied tied;
    {
        const WholeStage stage(*engine_, "merge");
        tied = orders_.merge(columns, second_run, order, scratch);
    }
    return distinct(columns, order, tied, scratch);
}

Order DeviceSteps::distinct(Columns columns, Order order, const DeviceOrders::Tied& tied,
                            compute::Arena::Scope& scratch) const {
    const WholeStage stage(*engine_, "remove-duplicates");
    return orders_.without_duplicates(columns, order, tied, scratch);
}

void DeviceSteps::split(Columns columns, Order first, int axis, Order nodes) const {
    if (first.empty())
        return;
    compute::Arena::Scope scratch(engine_->arena());
    std::vector<Order> all(static_cast<std::size_t>(DeviceSplit::orders(first.size(), dimensions_, axis)));
    std::vector<Order> ranks(all.size() - 1);
    for (Order& order : all)
        order = scratch.take<std::uint32_t>(first.size());
    for (Order& rank : ranks)
        rank = scratch.take<std::uint32_t>(first.size());
    {
        const WholeStage stage(*engine_, "sort-others");
        iota_(all[0]);
        if (!ranks.empty())
            orders_.sort_others(columns, first, std::span(all).subspan(1));
        for (std::size_t i = 0; i < ranks.size(); ++i)
            orders_.rank(all[i + 1], ranks[i]);
    }
    const WholeStage stage(*engine_, "build");
    gather_(first, split_.run(all, ranks, scratch.take<std::uint32_t>(first.size()), axis), nodes);
}

template DeviceSteps DeviceSteps::make<std::int32_t>(compute::Engine&, int);
template DeviceSteps DeviceSteps::make<float>(compute::Engine&, int);

} // namespace scanline::kdtree
