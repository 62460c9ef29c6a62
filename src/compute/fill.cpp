#include "scanline/compute/fill.h"
#include "moved.h"

namespace scanline::compute::detail {

FillKernel::FillKernel(Engine& engine, ElementType type)
    : SingleKernel(engine, "compute/fill", moved_constants(type)) {}

void FillKernel::run(const BufferRange& output, std::array<std::uint32_t, 2> words,
                     const std::optional<BufferRange>& count) const {
    const Operation operation(engine(), "fill");
    operation.require_fits(output, "output");
    const Length length = counted(operation, output.size, count, output);
    const StageScope stage(engine().observer(), "fill");
    kernel().run(engine(), length,
                 {.pass = "fill", .bindings = {{"results", output}}, .uniforms = {words[0], words[1]}});
}

} // namespace scanline::compute::detail
