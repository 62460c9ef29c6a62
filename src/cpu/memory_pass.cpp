#include "scanline/cpu/memory_pass.h"

#include "memory_kernels.h"
#include "scanline/core/error.h"

#include <cstring>
#include <fmt/format.h>

namespace scanline::cpu {
namespace {

void work_on(MemoryAccess access, std::span<const float> input, std::span<float> output) {
    switch (access) {
    case MemoryAccess::increment: increment_memory(output.data(), output.size()); break;
    case MemoryAccess::copy:
        if (!input.empty())
            std::memcpy(output.data(), input.data(), input.size_bytes());
        break;
    case MemoryAccess::streaming_copy: stream_memory(input.data(), output.data(), input.size()); break;
    }
}

} // namespace

MemoryPass::MemoryPass(MemoryAccess access, int threads)
    : access_(access), team_(std::make_unique<ThreadTeam>(threads)) {}

void MemoryPass::operator()(std::span<const float> input, std::span<float> output) const {
    if (input.size() != output.size())
        throw usage_error(fmt::format("{}: {} elements given for the output, {} needed", to_string(access_),
                                      output.size(), input.size()));
    const bool in_place = access_ == MemoryAccess::increment;
    if (in_place ? input.data() != output.data() : overlap(input.data(), output.data(), input.size_bytes()))
        throw usage_error(
            fmt::format("{}: the output {}", to_string(access_),
                        in_place ? "has to be the input" : "overlaps the input: give it memory of its own"));
    share_parts(*team_, input.size(), static_cast<std::size_t>(team_->size()),
                [&](std::size_t /*thread*/, std::size_t first, std::size_t last) {
                    work_on(access_, input.subspan(first, last - first), output.subspan(first, last - first));
                });
}

} // namespace scanline::cpu
