#include "scanline/cpu/scan.h"

#include <hwy/highway.h>

namespace scanline::cpu {

std::string_view simd_target() {
    // The best of those that were compiled and that this processor has: what HWY_DYNAMIC_DISPATCH takes.
    const auto usable = static_cast<std::uint64_t>(hwy::SupportedTargets() & HWY_TARGETS);
    return hwy::TargetName(static_cast<std::int64_t>(usable & (~usable + 1)));
}

} // namespace scanline::cpu
