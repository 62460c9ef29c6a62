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
/// A point in the shape of its role: disc, ring, square, triangle. simple: one of many, which are all
/// squares, larger ones if they stand out.
void draw_mark(ImDrawList& list, const Look& look, KdRole role, ImVec2 at, float radius, bool simple = false);
/// True if so many points are drawn simply.
constexpr bool drawn_simply(std::size_t points) {
    return points > 1500;
}
/// An entry of the legend: a mark, and what it means.
void mark_key(const Look& look, KdRole role, const char* meaning, bool simple);

/// The colour of splits along an axis.
ImU32 axis_colour(const Look& look, int axis);
ImU32 outline_of(const Look& look, KdRegion::Kind kind);
ImU32 fill_of(const Look& look, KdRegion::Kind kind);

} // namespace scanline::view
