#include "device_roll_up.h"

#include "scanline/core/bits.h"

namespace scanline::cube {

namespace {

constexpr std::int64_t fanout = 32;
constexpr std::uint32_t single_rows = 0xffffffff; ///< see aggregates.comp

gl::Specialization constants(const Shape& shape) {
    gl::Specialization constants = measure_constants(shape);
    constants.emplace("FANOUT", std::to_string(fanout) + "u");
    return constants;
}

// A level with fewer values than the fanout is the last.
std::int64_t pyramid_size(std::int64_t items) {
    std::int64_t size = items;
    for (std::int64_t level = items; level >= fanout;)
        size += level = divide_rounding_up(level, fanout);
    return size;
}

} // namespace

RollUp::RollUp(compute::Engine& engine, const Shape& shape)
    : measures_(std::ssize(shape.folds)), item_values_(engine, "cube/item_values", constants(shape), 1),
      pyramid_(engine, "cube/pyramid", constants(shape), 1),
      aggregates_(engine, "cube/aggregates", constants(shape), 1), copy_(engine) {}

std::int64_t RollUp::scratch_size(const Items& items) const {
    return measures_ * pyramid_size(items.size()) +
           divide_rounding_up(items.rows_before.size(), std::int64_t{2});
}

void RollUp::run(const Items& items, Words first_items, Words entries, DeviceTree& tree) const {
    compute::Arena::Scope scratch(pyramid_.engine().arena());
    const std::int64_t n = items.size(), pyramid = pyramid_size(n);
    const Pairs pyramids = scratch.take<compute::Pair>(scratch_size(items));
    if (measures_ > 0) {
        const DeviceTree* const old = items.old;
        item_values_.run(n, {.pass = "item-values",
                             .bindings = {{"order", items.order.range()},
                                          {"measures", items.measures.range()},
                                          {"old-values", old ? old->values.range() : compute::BufferRange{}},
                                          {"pyramids", pyramids.range()}},
                             .uniforms = {word(pyramid), word(n - items.leaves), word(items.leaves),
                                          word(old ? old->first_leaf() : 0), word(old ? old->nodes() : 0)}});
        int step = 0;
        for (std::int64_t below = 0, size = n; size >= fanout;) {
            const std::int64_t above = divide_rounding_up(size, fanout);
            pyramid_.run(above, {.pass = "pyramid",
                                 .step = step++,
                                 .bindings = {{"pyramids", pyramids.range()}},
                                 .uniforms = {word(pyramid), word(below), word(size)}});
            below += size;
            size = above;
        }
    }
    const std::int64_t behind = measures_ * pyramid;
    const bool single = items.rows_before.empty();
    if (!single)
        copy_(items.rows_before, Words(compute::as_words(pyramids.range())).part(2 * behind, n + 1));
    aggregates_.run(tree.nodes(), {.pass = "aggregates",
                                   .bindings = {{"levels", tree.levels.range()},
                                                {"first-items", first_items.range()},
                                                {"entries", entries.range()},
                                                {"pyramids", pyramids.range()},
                                                {"keys", tree.key.range()},
                                                {"counts", tree.count.range()},
                                                {"first-children", tree.first_child.range()},
                                                {"values", tree.values.range()}},
                                   .uniforms = {word(levels_of(tree.shape)), word(n), word(pyramid),
                                                single ? single_rows : word(behind)},
                                   .output = 5});
}

} // namespace scanline::cube
