#pragma once
#include "scanline/core/cancellation.h"

#include <cstdint>
#include <optional>

namespace scanline {

/// What bounds a call whose work or results may be large.
struct CallLimits {
    CancelHook cancelled{};
    /// Bytes that results may take; none: as many as available_memory() returns.
    std::optional<std::int64_t> memory{};
};

} // namespace scanline
