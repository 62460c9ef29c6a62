#include "device_roll_up.h"

#include "scanline/core/bits.h"

namespace scanline::cube {

namespace {

constexpr std::int64_t fanout = 16;

gl::Specialization fanout_constants() {
    return {{"FANOUT", std::to_string(fanout) + "u"}};
}

} // namespace

RollUp::RollUp(compute::Engine& engine)
    : gather_(engine), pyramid_(engine, "cube/pyramid", fanout_constants(), 1),
      aggregates_(engine, "cube/aggregates", fanout_constants(), 1) {}

std::int64_t RollUp::pyramid_size(std::int64_t rows) {
    std::int64_t size = rows;
    for (std::int64_t level = rows; level > 1;)
        size += level = divide_rounding_up(level, fanout);
    return size;
}

void RollUp::run(const DeviceRows& rows, Words first_rows, DeviceTree& tree) const {
    compute::Arena::Scope scratch(pyramid_.engine().arena());
    const std::int64_t n = rows.size();
    const Pairs pyramid = scratch.take<compute::Pair>(pyramid_size(n));
    for (std::size_t measure = 0; measure < tree.shape.folds.size(); ++measure) {
        const auto number = static_cast<std::int64_t>(measure);
        const auto fold = static_cast<std::uint32_t>(tree.shape.folds[measure]);
        gather_(rows.measures.view().part(number * n, n), tree.row_order.view(), pyramid.part(0, n));
        std::int64_t first = 0, step = 0;
        for (std::int64_t size = n; size > 1; ++step) {
            const std::int64_t above = divide_rounding_up(size, fanout);
            pyramid_.run(above, {.pass = "pyramid",
                                 .step = static_cast<int>(step),
                                 .bindings = {{"below", pyramid.part(first, size).range()},
                                              {"above", pyramid.part(first + size, above).range()}},
                                 .uniforms = {static_cast<std::uint32_t>(size), fold}});
            first += size;
            size = above;
        }
        aggregates_.run(
            tree.nodes(),
            {.pass = "aggregates",
             .bindings = {{"first-rows", first_rows.range()},
                          {"levels", tree.levels.view().range()},
                          {"pyramid", pyramid.range()},
                          {"values", tree.values.view().part(number * tree.nodes(), tree.nodes()).range()}},
             .uniforms = {static_cast<std::uint32_t>(levels_of(tree.shape)), static_cast<std::uint32_t>(n),
                          fold}});
    }
}

} // namespace scanline::cube
