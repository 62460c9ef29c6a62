#pragma once
#include "cube/sight.h"
#include "kit/canvas.h"

namespace scanline::view {

// Codes differ in lightness as well as hue, and roles in outline, hatching or text as well as colour, so that
// people without colour vision can distinguish them.

/// The colour of a code, the same in all dimensions.
ImU32 colour_of_code(std::uint32_t code);
/// A variant for lines, with more contrast to the background.
ImU32 line_colour_of_code(const Look& look, std::uint32_t code);
/// Returns a legible text colour on a ground: near-black or white.
ImU32 ink_on(ImU32 ground);

/// Fills a place of a node in the look of its role.
void draw_ground(ImDrawList& list, const Look& look, CubeRole role, const Rect& rect);
/// Outlines it; draw this after its neighbours.
void draw_outline(ImDrawList& list, const Look& look, CubeRole role, const Rect& rect);
ImU32 ink_of(const Look& look, CubeRole role);

/// Draws a cell with a code.
void draw_code(ImDrawList& list, const Look& look, const Rect& rect, std::uint32_t code, float alpha = 1);

/// Shows the legend in the inspector.
void show_cube_legend(const Look& look, CubeShow show);

} // namespace scanline::view
