#include "scanline/compute/single_kernel.h"
#include "scanline/compute/kernel.h"

namespace scanline::compute::detail {
namespace {

gl::Specialization with_items(gl::Specialization constants, int items) {
    constants.emplace("ITEMS", std::to_string(items));
    return constants;
}

} // namespace

SingleKernel::SingleKernel(Engine& engine, std::string_view shader, gl::Specialization constants, int items,
                           int group)
    : engine_(&engine), kernel_(std::make_unique<const Kernel>(engine, shader, group, group * items,
                                                               with_items(std::move(constants), items))) {}
SingleKernel::SingleKernel(SingleKernel&&) noexcept = default;
SingleKernel& SingleKernel::operator=(SingleKernel&&) noexcept = default;
SingleKernel::~SingleKernel() = default;

Length SingleKernel::counted(const Operation& operation, std::int64_t bound,
                             const std::optional<BufferRange>& count, const BufferRange& output) {
    if (count) {
        operation.require_at_least(*count, 1, "count");
        operation.require_apart(*count, "count", output, "output");
    }
    return {bound, count};
}

} // namespace scanline::compute::detail
