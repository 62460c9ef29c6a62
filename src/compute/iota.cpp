#include "scanline/compute/iota.h"
#include "scanline/compute/kernel.h"

namespace scanline::compute::detail {

IotaKernel::IotaKernel(Engine& engine, ElementType type)
    : SingleKernel(engine, "compute/iota", element_constants(type)) {}

void IotaKernel::run(const BufferRange& output, Number start, Number step,
                     const std::optional<BufferRange>& count) const {
    const Operation operation(engine(), "iota");
    operation.require_fits(output, "output");
    const Length length = counted(operation, output.size, count, output);
    const StageScope stage(engine().observer(), "iota");
    kernel().run(engine(), length,
                 {.pass = "iota", .bindings = {{"results", output}}, .uniforms = {start, step}});
}

} // namespace scanline::compute::detail
