#include "device_split.h"

#include "scanline/kdtree/tree.h"

#include "scanline/core/bits.h"

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

// Orders, numbers, sides and what is before must fit 32 KiB of shared memory.
int span_of(int dimensions) {
    return dimensions <= 4 ? 1024 : 512;
}

// Segments of so many cells have levels to split that are fewer than the bits of that number.
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

// The last level with a segment of more than one node; below 0 for none.
int last_level_of(std::int64_t nodes) {
    return levels(nodes) - 2;
}

// Whether the order of an axis splits this level, which is split by another one, or one below.
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
    // The longest segment of a level is its last one.
    for (; divide_rounding_up<std::int64_t>(size + 1, std::int64_t{1} << level) > span_; ++level) {
        const auto divider = static_cast<std::size_t>((first_axis + level) % dimensions_);
        for (std::size_t axis = 0; axis < orders.size(); ++axis) {
            // The first one numbers the points to the end.
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
              .output = 3});
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
             .bindings = {{"orders", some.range()}, {"nodes", nodes.range()}},
             .uniforms = {static_cast<std::uint32_t>(cells), static_cast<std::uint32_t>(level),
                          static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(begin),
                          static_cast<std::uint32_t>(stride), static_cast<std::uint32_t>(last_level - level),
                          static_cast<std::uint32_t>(dimensions_)}});
    }
}

} // namespace scanline::kdtree
