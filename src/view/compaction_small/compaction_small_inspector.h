#pragma once
#include "compaction_small/compaction_small_canvas.h"

#include "scanline/view/look.h"

#include <string>

namespace scanline::view {

/// The controls of the scene of cells. Changes `setup` and returns whether it has.
bool draw_small_controls(const Look& look, SmallSetup& setup);

/// What is shown, in words and numbers: the search of the selected output, counters, the legend.
void draw_small_facts(const Look& look, const SmallView& view);

} // namespace scanline::view
