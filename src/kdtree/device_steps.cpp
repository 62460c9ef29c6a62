#include "device_steps.h"

#include "scanline/compute/device_array.h"
#include "scanline/core/bits.h"
#include "scanline/points/device_points.h"

namespace scanline::kdtree {

namespace {

gl::Specialization with_indirect(gl::Specialization constants, int indirect) {
    constants.emplace("INDIRECT", std::to_string(indirect));
    return constants;
}

} // namespace

template <points::DeviceCoordinate C>
DeviceSteps DeviceSteps::make(compute::Engine& engine, int dimensions) {
    return {engine, dimensions, points::coordinate_constants<C>()};
}

DeviceSteps::DeviceSteps(compute::Engine& engine, int dimensions, const gl::Specialization& coordinates)
    : engine_(&engine),
      dimensions_(dimensions), keys_{{{engine, "kdtree/keys", with_indirect(coordinates, 0)},
                                      {engine, "kdtree/keys", with_indirect(coordinates, 1)},
                                      {engine, "kdtree/keys", with_indirect(coordinates, 2)}}},
      ties_(engine, "kdtree/ties"), differs_(engine, "kdtree/differs", coordinates), sort_positions_(engine),
      sort_(engine), merge_(engine), compact_(engine), copy_(engine), sum_(engine), scatter_(engine),
      gather_(engine), iota_(engine), fill_(engine), split_(engine, dimensions) {}

void DeviceSteps::take_keys(const compute::BufferRange& column, Of of, Order order, Order points,
                            Order keys) const {
    keys_[static_cast<std::size_t>(of)].run(keys.size(), {.pass = "take-keys",
                                                          .bindings = {{"column", column},
                                                                       {"order", order.range()},
                                                                       {"points", points.range()},
                                                                       {"keys", keys.range()}}});
}

Order DeviceSteps::sort(Columns columns, compute::Arena::Scope& scratch) const {
    const Order order = scratch.take<std::uint32_t>(columns.front().size);
    compute::Arena::Scope own(engine_->arena());
    Tied tied;
    {
        const WholeStage stage(*engine_, "sort");
        const Order keys = own.take<std::uint32_t>(order.size());
        take_keys(columns[0], Of::points, order, order, keys);
        sort_positions_(keys, keys, order);
        tied = settle_ties(columns, keys, order, own);
    }
    return without_duplicates(columns, order, tied, own);
}

Order DeviceSteps::merge(Columns columns, std::int64_t second_run, compute::Arena::Scope& scratch) const {
    const std::int64_t size = columns.front().size;
    const Order order = scratch.take<std::uint32_t>(size);
    compute::Arena::Scope own(engine_->arena());
    Tied tied;
    {
        const WholeStage stage(*engine_, "merge");
        const Order merged = own.take<std::uint32_t>(size);
        {
            compute::Arena::Scope unmerged(engine_->arena());
            const Order keys = unmerged.take<std::uint32_t>(size),
                        points = unmerged.take<std::uint32_t>(size);
            take_keys(columns[0], Of::points, order, order, keys);
            iota_(points);
            const auto second = [&](Order all) { return all.part(second_run, size - second_run); };
            merge_(keys.part(0, second_run), points.part(0, second_run), second(keys), second(points), merged,
                   order);
        }
        tied = settle_ties(columns, merged, order, own);
    }
    return without_duplicates(columns, order, tied, own);
}

// Points equal in the first coordinate are ordered by number, or by run.
DeviceSteps::Tied DeviceSteps::settle_ties(Columns columns, Order keys, Order order,
                                           compute::Arena::Scope& scratch) const {
    const std::int64_t size = order.size();
    const Order flags = scratch.take<std::uint32_t>(size);
    const Order word = scratch.take<std::uint32_t>(1);
    ties_.run(size, {.pass = "flag-ties", .bindings = {{"keys", keys.range()}, {"flags", flags.range()}}});
    sum_(flags, word);
    const std::int64_t count = engine_->download(word).front();
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

// Returns the first part of `order`.
Order DeviceSteps::without_duplicates(Columns columns, Order order, const Tied& tied,
                                      compute::Arena::Scope& scratch) const {
    const WholeStage stage(*engine_, "remove-duplicates");
    if (tied.points.empty())
        return order;
    const Order distinct = scratch.take<std::uint32_t>(tied.points.size());
    fill_(distinct, 0);
    for (const compute::BufferRange& column : columns)
        differs_.run(
            distinct.size(),
            {.pass = "flag-distinct",
             .bindings = {{"column", column}, {"order", tied.points.range()}, {"flags", distinct.range()}}});
    const Order word = scratch.take<std::uint32_t>(1);
    sum_(distinct, word);
    if (engine_->download(word).front() == distinct.size())
        return order;
    const Order flags = scratch.take<std::uint32_t>(order.size());
    const Order kept = scratch.take<std::uint32_t>(order.size());
    fill_(flags, 1);
    scatter_(distinct, tied.places, flags);
    compact_(order, flags, kept, word);
    const std::int64_t count = engine_->download(word).front();
    copy_(kept.part(0, count), order.part(0, count));
    return order.part(0, count);
}

// The orders of all further coordinates, by number in the first order: others[c] belongs to coordinate c + 1,
// for as many as `others` has. Overwrites keys.
void DeviceSteps::sort_others(Columns columns, Order first, Order keys, std::span<const Order> others) const {
    if (columns.size() < 2)
        return;
    compute::Arena::Scope scratch(engine_->arena());
    // Orders that are not requested share one buffer in turn.
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

void DeviceSteps::split(Columns columns, Order first, int axis, Order nodes) const {
    if (first.empty())
        return;
    compute::Arena::Scope scratch(engine_->arena());
    const int count = DeviceSplit::orders(first.size(), dimensions_, axis);
    // Keeps every order aligned for loads of four words.
    constexpr std::int64_t words = compute::Arena::alignment / 4;
    const std::int64_t stride = divide_rounding_up(first.size(), words) * words;
    const Order all = scratch.take<std::uint32_t>((count + 1) * stride);
    std::vector<Order> orders;
    for (int i = 0; i <= count; ++i)
        orders.push_back(all.part(i * stride, first.size()));
    const Order spare = orders.back();
    orders.pop_back();
    {
        const WholeStage stage(*engine_, "sort-others");
        iota_(orders[0]);
        if (orders.size() > 1)
            sort_others(columns, first, spare, std::span(orders).subspan(1));
    }
    const WholeStage stage(*engine_, "build");
    split_.run(first, orders, spare, axis, nodes);
}

template DeviceSteps DeviceSteps::make<std::int32_t>(compute::Engine&, int);
template DeviceSteps DeviceSteps::make<float>(compute::Engine&, int);

} // namespace scanline::kdtree
