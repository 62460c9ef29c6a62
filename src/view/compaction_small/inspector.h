#pragma once
#include "compaction_small/canvas.h"

#include <span>

namespace scanline::view {

/// The controls. rows: of setup.
void draw_small_controls(const Look& look, const std::vector<Property>& rows, SmallSetup& setup);

/// The search, the counters and the legend of what is shown: one compaction, or A and B.
void draw_small_facts(const Look& look, std::span<const SmallView> views);

} // namespace scanline::view
