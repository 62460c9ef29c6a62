#pragma once
#include "chart/chart_choices.h"

#include "scanline/view/look.h"

namespace scanline::view {

/// Draws a chart into the room that is left of the window, and scrolls where it needs more. The nearest point
/// or bar says what it is; a click on a key of the legend hides or shows its series in `choices`.
void draw_chart(const Look& look, const bench::Chart& chart, ChartChoices& choices);

} // namespace scanline::view
