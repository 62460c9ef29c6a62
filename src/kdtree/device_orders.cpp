#include "device_orders.h"

#include "coordinate_constants.h"

#include "scanline/compute/device_array.h"

namespace scanline::kdtree {

namespace {

gl::Specialization with_indirect(gl::Specialization constants, int indirect) {
    constants.emplace("INDIRECT", std::to_string(indirect));
    return constants;
}

} // namespace

template <DeviceCoordinate C>
DeviceOrders DeviceOrders::make(compute::Engine& engine) {
    return {engine, coordinate_constants<C>()};
}

DeviceOrders::DeviceOrders(compute::Engine& engine, const gl::Specialization& coordinates)
    : engine_(&engine), keys_{ElementwiseKernel(engine, "kdtree/keys", with_indirect(coordinates, 0)),
                              ElementwiseKernel(engine, "kdtree/keys", with_indirect(coordinates, 1)),
                              ElementwiseKernel(engine, "kdtree/keys", with_indirect(coordinates, 2))},
      ties_(engine, "kdtree/ties"), differs_(engine, "kdtree/differs", coordinates),
      ranks_(engine, "kdtree/ranks"), sort_positions_(engine), sort_(engine), merge_(engine),
      compact_(engine), sum_(engine), scatter_(engine), iota_(engine), fill_(engine) {}

void DeviceOrders::take_keys(const compute::BufferRange& column, Of of, Order order, Order points,
                             Order keys) const {
    keys_[static_cast<std::size_t>(of)].run(keys.size(), {.pass = "take-keys",
                                                          .bindings = {{"column", column},
                                                                       {"order", order.range()},
                                                                       {"points", points.range()},
                                                                       {"keys", keys.range()}}});
}

std::int64_t DeviceOrders::number_in(const compute::ArrayView<std::uint32_t>& word) const {
    return compute::download(word).front();
}

DeviceOrders::Tied DeviceOrders::sort(Columns columns, Order order, compute::Arena::Scope& scratch) const {
    const Order keys = scratch.take<std::uint32_t>(order.size());
    take_keys(columns[0], Of::points, order, order, keys);
    sort_positions_(keys, keys, order);
    return settle_ties(columns, keys, order, scratch);
}

DeviceOrders::Tied DeviceOrders::merge(Columns columns, std::int64_t second_run, Order order,
                                       compute::Arena::Scope& scratch) const {
    const std::int64_t size = order.size();
    const Order merged = scratch.take<std::uint32_t>(size);
    {
        compute::Arena::Scope unmerged(engine_->arena());
        const Order keys = unmerged.take<std::uint32_t>(size), points = unmerged.take<std::uint32_t>(size);
        take_keys(columns[0], Of::points, order, order, keys);
        iota_(points);
        const auto second = [&](Order all) { return all.part(second_run, size - second_run); };
        merge_(keys.part(0, second_run), points.part(0, second_run), second(keys), second(points), merged,
               order);
    }
    return settle_ties(columns, merged, order, scratch);
}

// Those that are equal in the first coordinate are in the order of their number, or of runs.
DeviceOrders::Tied DeviceOrders::settle_ties(Columns columns, Order keys, Order order,
                                             compute::Arena::Scope& scratch) const {
    const std::int64_t size = order.size();
    const Order flags = scratch.take<std::uint32_t>(size);
    const Order word = scratch.take<std::uint32_t>(1);
    ties_.run(size, {.pass = "flag-ties", .bindings = {{"keys", keys.range()}, {"flags", flags.range()}}});
    sum_(flags, word);
    const std::int64_t count = number_in(word);
    if (count == 0)
        return {};

    const Tied tied{scratch.take<std::uint32_t>(count), scratch.take<std::uint32_t>(count)};
    compact_(order, flags, tied.points, word);
    iota_(keys);
    compact_(keys, flags, tied.places, word);
    const Order tied_keys = keys.part(0, count);
    for (std::size_t c = columns.size(); c-- > 0;) {
        take_keys(columns[c], Of::order, tied.points, tied.points, tied_keys);
        sort_(tied_keys, tied.points, tied_keys, tied.points);
    }
    scatter_(tied.points, tied.places, order);
    return tied;
}

Order DeviceOrders::without_duplicates(Columns columns, Order order, const Tied& tied,
                                       compute::Arena::Scope& scratch) const {
    if (tied.points.empty())
        return order;
    const Order distinct = scratch.take<std::uint32_t>(tied.points.size());
    fill_(distinct, 0);
    for (const compute::BufferRange& column : columns)
        differs_.run(
            distinct.size(),
            {.pass = "flag-distinct",
             .bindings = {{"column", column}, {"order", tied.points.range()}, {"flags", distinct.range()}}});
    const Order flags = scratch.take<std::uint32_t>(order.size());
    const Order kept = scratch.take<std::uint32_t>(order.size());
    const Order word = scratch.take<std::uint32_t>(1);
    fill_(flags, 1);
    scatter_(distinct, tied.places, flags);
    compact_(order, flags, kept, word);
    return kept.part(0, number_in(word));
}

void DeviceOrders::sort_others(Columns columns, Order first, std::span<const Order> others) const {
    if (columns.size() < 2)
        return;
    compute::Arena::Scope scratch(engine_->arena());
    const Order keys = scratch.take<std::uint32_t>(first.size());
    // Orders that nobody asked for take turns in one place.
    const Order unasked = scratch.take<std::uint32_t>(others.size() + 1 < columns.size() ? first.size() : 0);
    const auto order_of = [&](std::size_t c) { return c <= others.size() ? others[c - 1] : unasked; };
    const std::size_t last = columns.size() - 1;
    take_keys(columns[last], Of::order, first, first, keys);
    sort_positions_(keys, keys, order_of(last));
    for (std::size_t c = last - 1; c > 0; --c) {
        take_keys(columns[c], Of::points_of_order, order_of(c + 1), first, keys);
        sort_(keys, order_of(c + 1), keys, order_of(c));
    }
}

void DeviceOrders::rank(Order order, Order ranks) const {
    ranks_.run(order.size(),
               {.pass = "rank", .bindings = {{"order", order.range()}, {"ranks", ranks.range()}}});
}

template DeviceOrders DeviceOrders::make<std::int32_t>(compute::Engine&);
template DeviceOrders DeviceOrders::make<float>(compute::Engine&);

} // namespace scanline::kdtree
