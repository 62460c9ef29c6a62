#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/machine/repetition.h"

#include <functional>

namespace scanline::view {

/// Repeats timed work, at least once and for a fifth of a second at most, and returns the median.
machine::Repetition median_time(const std::function<machine::Repetition()>& once,
                                const CancelHook& cancelled);

} // namespace scanline::view
