#pragma once
#include "kdtree/sight.h"
#include "kit/canvas.h"

namespace scanline::view {

// Colours and shapes of every drawing and the legend. Neighbours differ in lightness or shape as well as hue,
// so that people without colour vision can distinguish them.

/// The colour of a point.
ImU32 colour_of(const Look& look, KdRole role);
/// True for points that stand out from the others: they are larger, and drawn last.
bool stands_out(KdRole role);
/// A point in the shape of its role: disc, ring, square, triangle.
void draw_mark(ImDrawList& list, const Look& look, KdRole role, ImVec2 at, float radius);
/// An entry of the legend: a mark, and what it means.
void mark_key(const Look& look, KdRole role, const char* meaning);

/// The colour of splits along an axis.
ImU32 axis_colour(const Look& look, int axis);
ImU32 outline_of(const Look& look, KdRegion::Kind kind);
ImU32 fill_of(const Look& look, KdRegion::Kind kind);

} // namespace scanline::view
