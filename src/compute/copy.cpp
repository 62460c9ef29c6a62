#include "scanline/compute/copy.h"
#include "kernel.h"

namespace scanline::compute::detail {
namespace {

constexpr int group = 1024;
constexpr int elements = 4; // of an invocation

} // namespace

CopyKernel::CopyKernel(Engine& engine, ElementType type)
    : engine_(&engine), kernel_(std::make_unique<const Kernel>(engine, "copy", group, group * elements,
                                                               element_constants(type))) {}
CopyKernel::CopyKernel(CopyKernel&&) noexcept = default;
CopyKernel& CopyKernel::operator=(CopyKernel&&) noexcept = default;
CopyKernel::~CopyKernel() = default;

void CopyKernel::run(const BufferRange& input, const BufferRange& output,
                     const std::optional<BufferRange>& count) const {
    const Operation operation(*engine_, "copy");
    operation.require_fits(input, "input");
    operation.require_size(output, input.size, "output");
    operation.require_apart(input, "input", output, "output");
    if (count)
        operation.require_at_least(*count, 1, "count");
    const StageScope stage(engine_->observer(), "copy");
    kernel_->run(*engine_, Length(input.size, count),
                 {.pass = "copy", .bindings = {{"elements", input}, {"results", output}}});
}

} // namespace scanline::compute::detail
