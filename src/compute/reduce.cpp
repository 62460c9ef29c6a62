#include "scanline/compute/reduce.h"

#include <algorithm>

namespace scanline::compute::detail {
namespace {

constexpr std::int64_t max_groups = 528; ///< enough for a large GPU, all resident at once
constexpr int reduce_items = 16;

int group_of(const Engine& engine) {
    return engine.capabilities().software ? std::max(8, engine.lanes()) : 512;
}

} // namespace

ReduceKernel::ReduceKernel(Engine& engine, ElementType type, Operator op)
    : engine_(&engine), type_(type), kernel_([&] {
          require_int64(engine, type, "reducing");
          const int group = group_of(engine);
          return Kernel(engine, "compute/reduce", group, group * reduce_items,
                        operator_constants(type, op, {{"ITEMS", std::to_string(reduce_items)}}));
      }()) {}

void ReduceKernel::run(const BufferRange& input, const BufferRange& output,
                       const std::optional<BufferRange>& count) const {
    Operation operation(*engine_, "reduce");
    operation.require_fits(input, "input");
    operation.require_at_least(output, 1, "output");
    operation.require_apart(input, "input", output, "output");
    if (count)
        operation.require_at_least(*count, 1, "count");
    const StageScope stage(engine_->observer(), "reduce");
    const BufferRange partials = operation.scratch().take(type_, max_groups);
    kernel_.run(
        *engine_, Length(input.size, count),
        {.pass = "reduce",
         .bindings = {{"elements", input}, {"result", output.part(0, 1), false}, {"partials", partials}},
         .round = engine_->look_back().header(),
         .always = true,
         .max_groups = max_groups});
}

} // namespace scanline::compute::detail
