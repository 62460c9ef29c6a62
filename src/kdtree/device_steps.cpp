#include "device_steps.h"

#include "scanline/compute/device_array.h"
#include "scanline/core/bits.h"
#include "scanline/kdtree/tree.h"
#include "scanline/points/device_points.h"

#include <algorithm>
#include <bit>

namespace scanline::kdtree {

namespace {

using compute::Engine;
using compute::Kernel;
using compute::TilePasses;

// See segment.glsl.
struct Cells {
    std::int64_t first, count;
};

Cells segment_of_level(std::int64_t number, int level, std::int64_t cells) {
    Cells segment{0, cells};
    while (level-- > 0) {
        const std::int64_t left = segment.count / 2;
        segment = (number >> level & 1) == 0 ? Cells{segment.first, left}
                                             : Cells{segment.first + left, segment.count - left};
    }
    return segment;
}

// Orders, numbers, sides and prefix sums must fit 32 KiB of shared memory.
int span_of(int dimensions) {
    return dimensions <= 4 ? 1024 : 512;
}

// Segments of this many cells have fewer levels to split than that number has bits.
int most_orders(int dimensions) {
    return std::min(dimensions,
                    static_cast<int>(std::bit_width(static_cast<unsigned>(span_of(dimensions)))) - 2);
}

int subtree_group(const Engine& engine) {
    return engine.capabilities().software ? 32 : 256;
}

TilePasses split_passes(Engine& engine, bool by_label) {
    gl::Specialization elements = compute::operator_constants(compute::ElementType::uint32, Operator::sum);
    elements.emplace("BY_LABEL", by_label ? "1" : "0");
    return {engine,
            compute::ElementType::uint32,
            compute::choose_order(engine, compute::ElementType::uint32, std::nullopt),
            compute::tile_shapes(engine, std::nullopt, std::nullopt),
            {.pass = "split",
             .stem = "kdtree/split_tile",
             .reduce = "kdtree/split_totals",
             .elements = std::move(elements),
             .own = {},
             .inputs = 3,
             .bindings = 4}};
}

Kernel subtrees_kernel(Engine& engine, int dimensions) {
    const int span = span_of(dimensions), group = subtree_group(engine);
    return {engine,
            "kdtree/subtrees",
            group,
            1,
            {{"SPAN", std::to_string(span)},
             {"ITEMS", std::to_string(span / group)},
             {"ORDERS", std::to_string(most_orders(dimensions))}}};
}

// The last level with a segment of more than one node; negative if none.
int last_level_of(std::int64_t nodes) {
    return levels(nodes) - 2;
}

// True if an axis's order is needed at this level, which another axis splits, or at one below.
bool is_needed(int axis, int level, int level_axis, int last_level, int dimensions) {
    return level + (axis + dimensions - level_axis) % dimensions <= last_level;
}

} // namespace

DeviceSplit::DeviceSplit(Engine& engine, int dimensions)
    : engine_(&engine), dimensions_(dimensions), span_(span_of(dimensions)),
      by_label_(split_passes(engine, true)), by_rank_(split_passes(engine, false)),
      subtrees_(subtrees_kernel(engine, dimensions)), copy_(engine) {}

int DeviceSplit::orders(std::int64_t nodes, int dimensions, int first_axis) {
    const int levels_to_split = last_level_of(nodes) + 1;
    return levels_to_split < 1 ? 1 : std::min(first_axis + levels_to_split, dimensions);
}

Order DeviceSplit::run(std::vector<Order> orders, std::span<const Order> ranks, Order spare,
                       int first_axis) const {
    if (orders.size() == 1)
        return orders[0];
    const std::int64_t size = spare.size();
    const int last_level = last_level_of(size);
    int level = 0;
    // The last segment of a level is its longest.
    for (; divide_rounding_up<std::int64_t>(size + 1, std::int64_t{1} << level) > span_; ++level) {
        const auto divider = static_cast<std::size_t>((first_axis + level) % dimensions_);
        for (std::size_t axis = 0; axis < orders.size(); ++axis) {
            // The first order numbers the points until the end.
            if (axis == divider ||
                (axis != 0 && !is_needed(static_cast<int>(axis), level + 1,
                                         (first_axis + level + 1) % dimensions_, last_level, dimensions_)))
                continue;
            part(level, orders[axis], orders[divider], divider == 0 ? nullptr : &ranks[divider - 1], spare);
            std::swap(orders[axis], spare);
        }
    }
    finish(level, last_level, first_axis, orders, spare);
    return spare;
}

void DeviceSplit::part(int level, Order order, Order divider, const Order* ranks, Order output) const {
    compute::Operation operation(*engine_, "kdtree split");
    const std::vector<Kernel::Binding> inputs{{"order", order.range()},
                                              {"divider", divider.range(), false},
                                              {"ranks", (ranks ? *ranks : divider).range(), false}};
    std::vector<Kernel::Binding> bindings = inputs;
    bindings.push_back({"order after it", output.range(), false});
    const std::vector<Kernel::Uniform> uniforms{static_cast<std::uint32_t>(order.size() + 1),
                                                static_cast<std::uint32_t>(level)};
    (ranks ? by_rank_ : by_label_)
        .run(*engine_, operation, order.size(),
             {.inputs = inputs,
              .input_uniforms = uniforms,
              .bindings = bindings,
              .uniforms = uniforms,
              .output = 3,
              .step = level + 1});
}

void DeviceSplit::finish(int level, int last_level, int first_axis, std::span<const Order> orders,
                         Order nodes) const {
    const std::int64_t cells = nodes.size() + 1;
    const std::int64_t segments = std::int64_t{1} << level;
    std::vector<std::size_t> dividers;
    for (int below = level; below <= last_level && below < level + dimensions_; ++below)
        dividers.push_back(static_cast<std::size_t>((first_axis + below) % dimensions_));
    // As many segments at a time as fit a storage block with all their orders.
    const std::int64_t block_cells = engine_->capabilities().max_storage_block / 4;
    const std::int64_t most =
        std::max<std::int64_t>(block_cells / (static_cast<std::int64_t>(dividers.size() + 1) * span_), 1);
    for (std::int64_t first = 0; first < segments; first += most) {
        const std::int64_t count = std::min(most, segments - first);
        const std::int64_t begin = segment_of_level(first, level, cells).first;
        const Cells last = segment_of_level(first + count - 1, level, cells);
        const std::int64_t stride = std::min(last.first + last.count, nodes.size()) - begin;
        compute::Arena::Scope scratch(engine_->arena());
        const Order some =
            scratch.take<std::uint32_t>(stride * static_cast<std::int64_t>(dividers.size() + 1));
        copy_(orders[0].part(begin, stride), some.part(0, stride));
        for (std::size_t i = 0; i < dividers.size(); ++i)
            copy_(orders[dividers[i]].part(begin, stride),
                  some.part(static_cast<std::int64_t>(i + 1) * stride, stride));
        const compute::Operation operation(*engine_, "kdtree subtrees");
        subtrees_.run(
            *engine_, count,
            {.pass = "subtrees",
             .step = level + 1,
             .bindings = {{"orders", some.range()}, {"nodes", nodes.range()}},
             .uniforms = {static_cast<std::uint32_t>(cells), static_cast<std::uint32_t>(level),
                          static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(begin),
                          static_cast<std::uint32_t>(stride), static_cast<std::uint32_t>(last_level - level),
                          static_cast<std::uint32_t>(dimensions_)}});
    }
}

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
      ties_(engine, "kdtree/ties"), differs_(engine, "kdtree/differs", coordinates),
      ranks_(engine, "kdtree/ranks"), sort_positions_(engine), sort_(engine), merge_(engine),
      compact_(engine), sum_(engine), scatter_(engine), gather_(engine), iota_(engine), fill_(engine),
      split_(engine, dimensions) {}

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
    Tied tied;
    {
        const WholeStage stage(*engine_, "sort");
        const Order keys = scratch.take<std::uint32_t>(order.size());
        take_keys(columns[0], Of::points, order, order, keys);
        sort_positions_(keys, keys, order);
        tied = settle_ties(columns, keys, order, scratch);
    }
    return without_duplicates(columns, order, tied, scratch);
}

Order DeviceSteps::merge(Columns columns, std::int64_t second_run, compute::Arena::Scope& scratch) const {
    const std::int64_t size = columns.front().size;
    const Order order = scratch.take<std::uint32_t>(size);
    Tied tied;
    {
        const WholeStage stage(*engine_, "merge");
        const Order merged = scratch.take<std::uint32_t>(size);
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
        tied = settle_ties(columns, merged, order, scratch);
    }
    return without_duplicates(columns, order, tied, scratch);
}

// Points equal in the first coordinate are ordered by number, or by run.
DeviceSteps::Tied DeviceSteps::settle_ties(Columns columns, Order keys, Order order,
                                           compute::Arena::Scope& scratch) const {
    const std::int64_t size = order.size();
    const Order flags = scratch.take<std::uint32_t>(size);
    const Order word = scratch.take<std::uint32_t>(1);
    ties_.run(size, {.pass = "flag-ties", .bindings = {{"keys", keys.range()}, {"flags", flags.range()}}});
    sum_(flags, word);
    const std::int64_t count = compute::download(word).front();
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

// Returns either `order` or memory of `scratch`.
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
    const Order flags = scratch.take<std::uint32_t>(order.size());
    const Order kept = scratch.take<std::uint32_t>(order.size());
    const Order word = scratch.take<std::uint32_t>(1);
    fill_(flags, 1);
    scatter_(distinct, tied.places, flags);
    compact_(order, flags, kept, word);
    return kept.part(0, compute::download(word).front());
}

// The orders of all further coordinates, by number in the first order: others[c] belongs to coordinate c + 1,
// for as many as `others` has.
void DeviceSteps::sort_others(Columns columns, Order first, std::span<const Order> others) const {
    if (columns.size() < 2)
        return;
    compute::Arena::Scope scratch(engine_->arena());
    const Order keys = scratch.take<std::uint32_t>(first.size());
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
            sort_others(columns, first, std::span(all).subspan(1));
        for (std::size_t i = 0; i < ranks.size(); ++i)
            ranks_.run(
                first.size(),
                {.pass = "rank", .bindings = {{"order", all[i + 1].range()}, {"ranks", ranks[i].range()}}});
    }
    const WholeStage stage(*engine_, "build");
    gather_(first, split_.run(all, ranks, scratch.take<std::uint32_t>(first.size()), axis), nodes);
}

template DeviceSteps DeviceSteps::make<std::int32_t>(compute::Engine&, int);
template DeviceSteps DeviceSteps::make<float>(compute::Engine&, int);

} // namespace scanline::kdtree
