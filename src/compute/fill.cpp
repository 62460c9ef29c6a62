#include "scanline/compute/fill.h"

namespace scanline::compute::detail {

FillKernel::FillKernel(Engine& engine, ElementType type)
    : ElementwiseKernel(engine, "compute/fill", moved_constants(type)) {}

void FillKernel::run(const BufferRange& output, std::array<std::uint32_t, 2> words,
                     const std::optional<BufferRange>& count) const {
    const Operation operation(engine(), "fill");
    operation.require_fits(output, "output");
    operation.require_count(count, output);
    const StageScope stage(engine().observer(), "fill");
    ElementwiseKernel::run(
        {output.size, count},
        {.pass = "fill", .bindings = {{"results", output}}, .uniforms = {words[0], words[1]}});
}

IotaKernel::IotaKernel(Engine& engine, ElementType type)
    : ElementwiseKernel(engine, "compute/iota", element_constants(type)) {}

void IotaKernel::run(const BufferRange& output, Number start, Number step,
                     const std::optional<BufferRange>& count) const {
    const Operation operation(engine(), "iota");
    operation.require_fits(output, "output");
    operation.require_count(count, output);
    const StageScope stage(engine().observer(), "iota");
    ElementwiseKernel::run({output.size, count},
                           {.pass = "iota", .bindings = {{"results", output}}, .uniforms = {start, step}});
}

} // namespace scanline::compute::detail
