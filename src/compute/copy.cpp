#include "scanline/compute/copy.h"

namespace scanline::compute::detail {

namespace {

constexpr int copy_group = 1024; // larger than usual: with large pages, more bytes in flight are faster
constexpr int copy_items = 4;

} // namespace

CopyKernel::CopyKernel(Engine& engine, ElementType type)
    : ElementwiseKernel(engine, "compute/copy", moved_constants(type), copy_items, copy_group) {}

void CopyKernel::run(const BufferRange& input, const BufferRange& output,
                     const std::optional<BufferRange>& count) const {
    const Operation operation(engine(), "copy");
    operation.require_fits(input, "input");
    operation.require_size(output, input.size, "output");
    operation.require_apart(input, "input", output, "output");
    operation.require_count(count, output);
    const StageScope stage(engine().observer(), "copy");
    ElementwiseKernel::run({input.size, count},
                           {.pass = "copy", .bindings = {{"elements", input}, {"results", output}}});
}

} // namespace scanline::compute::detail
