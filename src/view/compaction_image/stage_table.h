#pragma once
#include "scanline/gl/timer.h"
#include "stage_bars.h"

#include <span>
#include <vector>

namespace scanline::view {

/// The stages of compactions, each in a colour of its own.
StageTable stage_table(std::span<const std::vector<gl::TimedSpan>> variants);

} // namespace scanline::view
