#include "device_split.h"

#include "scanline/core/bits.h"
#include "scanline/kdtree/tree.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace scanline::kdtree {

namespace {

using compute::Engine;
using compute::Kernel;

// See digits.glsl.
constexpr int max_bits = 3;
constexpr int counter_words = 4;

// See split_tile.glsl.
constexpr int cells_per_invocation = 8;

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

// The most points of a subtree that a group finishes. Its orders take a quarter of the shared memory of a
// multiprocessor up to 4 dimensions, and fit 32 KiB for any.
constexpr int span = 512;

// Every level that a subtree of this many points splits may need another order.
int max_orders(int dimensions) {
    return std::min(dimensions, levels(span) - 1);
}

constexpr int max_split_group = 256;
static_assert(max_split_group * cells_per_invocation <= 4096, "split_move.comp keeps ranks in 12 bits");
int split_group(const Engine& engine) {
    return engine.capabilities().software ? 32 : max_split_group;
}

// The levels between two that an order divides. A tree in one dimension takes no passes.
int sides_of(int dimensions) {
    return std::max(dimensions - 1, 1);
}

// Bits of a point in sides.glsl.
int field_of(int dimensions) {
    return static_cast<int>(std::bit_ceil(static_cast<unsigned>(sides_of(dimensions) + 1)));
}

gl::Specialization field_constants(int dimensions) {
    return {{"SIDES", std::to_string(sides_of(dimensions))}, {"FIELD", std::to_string(field_of(dimensions))}};
}

Kernel split_kernel(Engine& engine, std::string_view shader, int dimensions) {
    const int group = split_group(engine);
    const int tile = group * cells_per_invocation;
    // A split segment has more than span cells.
    const int segments = 2 + (tile - 2) / (span + 1);
    gl::Specialization constants = field_constants(dimensions);
    constants.emplace("ITEMS", std::to_string(cells_per_invocation));
    constants.emplace("SEGMENTS", std::to_string(segments));
    return {engine, shader, group, tile, std::move(constants)};
}

Kernel subtrees_kernel(Engine& engine, int dimensions) {
    return {engine,
            "kdtree/subtrees",
            span,
            1,
            {{"ORDERS", std::to_string(max_orders(dimensions))},
             {"SIDES", std::to_string(sides_of(dimensions))}}};
}

// The last level with a segment of more than one node; negative if none.
int last_level_of(std::int64_t nodes) {
    return levels(nodes) - 2;
}

// The smallest range that contains all arrays; none if they are in different buffers.
std::optional<compute::BufferRange> around(std::span<const Order> arrays) {
    compute::BufferRange all = arrays.front().range();
    for (const Order& array : arrays) {
        const compute::BufferRange& range = array.range();
        if (range.buffer != all.buffer)
            return std::nullopt;
        const std::int64_t end = std::max(all.first + all.size, range.first + range.size);
        all.first = std::min(all.first, range.first);
        all.size = end - all.first;
    }
    return all;
}

} // namespace

DeviceSplit::DeviceSplit(Engine& engine, int dimensions)
    : engine_(&engine), dimensions_(dimensions), tile_(split_group(engine) * cells_per_invocation),
      first_sides_(engine, "kdtree/split_first", field_constants(dimensions)),
      count_(split_kernel(engine, "kdtree/split_count", dimensions)),
      move_(split_kernel(engine, "kdtree/split_move", dimensions)),
      subtrees_(subtrees_kernel(engine, dimensions)), copy_(engine), fill_(engine) {}

int DeviceSplit::orders(std::int64_t nodes, int dimensions, int first_axis) {
    const int levels_to_split = last_level_of(nodes) + 1;
    return levels_to_split < 1 ? 1 : std::min(first_axis + levels_to_split, dimensions);
}

/// The arrays that all passes work on.
struct DeviceSplit::Pass {
    Order points, nodes;
    Order spare; ///< receives the order
    Order fields, digits, counters;
};

void DeviceSplit::run(Order points, std::span<const Order> orders, Order spare, int first_axis,
                      Order nodes) const {
    if (orders.size() == 1) {
        copy_(points, nodes);
        return;
    }
    const std::int64_t size = points.size();
    const int last_level = last_level_of(size);
    compute::Arena::Scope scratch(engine_->arena());
    const auto take = [&](std::int64_t words) { return scratch.take<std::uint32_t>(words); };
    std::vector<Arranged> arranged;
    for (const Order& order : orders)
        arranged.push_back({order, 0});
    const auto divider_of = [&](int level) -> Arranged& {
        return arranged[static_cast<std::size_t>((first_axis + level) % dimensions_)];
    };
    int level = 0;
    const auto longest = [&](int at) { return divide_rounding_up(size + 1, std::int64_t{1} << at) - 1; };
    if (size > span) {
        const std::int64_t tiles = divide_rounding_up<std::int64_t>(size, tile_);
        Pass pass{points,
                  nodes,
                  spare,
                  take(divide_rounding_up<std::int64_t>(size, 32 / field_of(dimensions_))),
                  take(tiles * (tile_ / cells_per_invocation)),
                  take(tiles * counter_words)};
        fill_(pass.fields, 0);
        tell_first_sides(divider_of(level++), pass);
        for (; longest(level) > span; ++level)
            bring(divider_of(level), level, true, pass);
        bring(arranged[0], level, false, pass);
        for (int below = level; below <= last_level && below < level + dimensions_; ++below)
            bring(divider_of(below), level, false, pass);
    }
    std::vector<Order> of_group{arranged[0].order};
    for (int below = level; below <= last_level && below < level + dimensions_; ++below)
        of_group.push_back(divider_of(below).order);
    finish(level, last_level, of_group, points, nodes);
}

// The order that divides level 0 needs not be split for it.
void DeviceSplit::tell_first_sides(Arranged& arranged, const Pass& pass) const {
    const compute::Operation operation(*engine_, "kdtree split");
    first_sides_.run(pass.points.size(), {.pass = "split",
                                          .step = 1,
                                          .bindings = {{"order", arranged.order.range()},
                                                       {"points", pass.points.range()},
                                                       {"sides", pass.fields.range()},
                                                       {"nodes", pass.nodes.range()}},
                                          .output = 2});
    arranged.level = 1;
}

// Splits an order by all levels above `level`, and by that level if it divides it.
void DeviceSplit::bring(Arranged& arranged, int level, bool divides, Pass& pass) const {
    const int step = level + 1;
    std::int64_t holes = 1;
    while (arranged.level < level) {
        int bits = std::min(level - arranged.level, max_bits);
        // A digit of three bits has no room for the former side, unless it is among them.
        if (divides && arranged.level + bits == level && bits == max_bits && bits != sides_of(dimensions_))
            --bits;
        split(pass, arranged, bits, holes, divides && arranged.level + bits == level, step);
        std::swap(arranged.order, pass.spare);
        arranged.level += bits;
        holes = std::int64_t{1} << (level - arranged.level); // nodes of all levels above have been dropped
    }
    // An order is sorted within both sides of its own medians.
    if (divides)
        ++arranged.level;
}

void DeviceSplit::split(const Pass& pass, const Arranged& arranged, int bits, std::int64_t holes,
                        bool divides, int step) const {
    const compute::Operation operation(*engine_, "kdtree split");
    const std::int64_t size = pass.points.size();
    std::vector<Kernel::Uniform> uniforms{
        static_cast<std::uint32_t>(size + 1), static_cast<std::uint32_t>(arranged.level),
        static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(holes)};
    count_.run(*engine_, size,
               {.pass = "count",
                .step = step,
                .bindings = {{"order", arranged.order.range()},
                             {"sides", pass.fields.range(), false},
                             {"digits", pass.digits.range(), false},
                             {"counters", pass.counters.range(), false}},
                .uniforms = uniforms});
    uniforms.back() = divides ? 1u : 0u;
    move_.run(*engine_, size,
              {.pass = "split",
               .step = step,
               .bindings = {{"order", arranged.order.range(), false},
                            {"digits", pass.digits.range(), false},
                            {"counters", pass.counters.range(), false},
                            {"points", pass.points.range(), false},
                            {"order after it", pass.spare.range(), false},
                            {"sides", pass.fields.range(), false},
                            {"nodes", pass.nodes.range(), false}},
               .uniforms = uniforms,
               .output = 4});
}

// orders: the one that numbers the points, and those that divide this level and the next ones.
void DeviceSplit::finish(int level, int last_level, std::span<const Order> orders, Order points,
                         Order nodes) const {
    const std::int64_t cells = nodes.size() + 1;
    // place_of(i): the offset of order i's cell 0 in the bound range; may be negative.
    const auto run = [&](const compute::BufferRange& bound, std::int64_t first, std::int64_t count,
                         const auto& place_of) {
        const compute::Operation operation(*engine_, "kdtree subtrees");
        std::vector<Kernel::Uniform> uniforms{
            static_cast<std::uint32_t>(cells), static_cast<std::uint32_t>(level),
            static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last_level - level)};
        for (std::size_t i = 0; i < orders.size(); ++i)
            uniforms.emplace_back(static_cast<std::uint32_t>(place_of(i)));
        subtrees_.run(*engine_, count,
                      {.pass = "subtrees",
                       .step = level + 1,
                       .bindings = {{"orders", bound}, {"points", points.range()}, {"nodes", nodes.range()}},
                       .uniforms = std::move(uniforms)});
    };
    const std::int64_t segments = std::int64_t{1} << level;
    const std::int64_t block_cells = engine_->capabilities().max_storage_block / 4;
    if (const auto whole = around(orders); whole && whole->size <= block_cells) {
        run(*whole, 0, segments, [&](std::size_t i) { return orders[i].range().first - whole->first; });
        return;
    }
    // As many segments at a time as fit a storage block with all their orders.
    const auto count_of_orders = static_cast<std::int64_t>(orders.size());
    const std::int64_t most = std::max<std::int64_t>(block_cells / (count_of_orders * span), 1);
    for (std::int64_t first = 0; first < segments; first += most) {
        const std::int64_t count = std::min(most, segments - first);
        const std::int64_t begin = segment_of_level(first, level, cells).first;
        const Cells last = segment_of_level(first + count - 1, level, cells);
        const std::int64_t stride = std::min(last.first + last.count, nodes.size()) - begin;
        compute::Arena::Scope scratch(engine_->arena());
        const Order some = scratch.take<std::uint32_t>(stride * count_of_orders);
        for (std::int64_t i = 0; i < count_of_orders; ++i)
            copy_(orders[static_cast<std::size_t>(i)].part(begin, stride), some.part(i * stride, stride));
        run(some.range(), first, count,
            [&](std::size_t i) { return static_cast<std::int64_t>(i) * stride - begin; });
    }
}

} // namespace scanline::kdtree
