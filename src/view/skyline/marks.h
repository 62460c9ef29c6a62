#pragma once
#include "kit/canvas.h"
#include "skyline/sight.h"

namespace scanline::view {

// Roles differ in size, shape and lightness as well as hue, so that people without colour vision can
// distinguish them: the skyline has large discs, what is pruned crosses, what is gone small faint dots.

ImU32 colour_of(const Look& look, SkyRole role);
void draw_mark(ImDrawList& list, const Look& look, SkyRole role, ImVec2 at, float radius);

/// The entries of the legend, in the inspector. lines: those of parallel axes, not points.
void show_sky_legend(const Look& look, bool lines);

} // namespace scanline::view
