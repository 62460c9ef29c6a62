#pragma once
#include "kdtree/kdtree_sight.h"
#include "scanline/view/look.h"

namespace scanline::view {

/// Of a point, wherever it is drawn.
ImU32 colour_of(const Look& look, KdRole role);
/// Of splits along an axis.
ImU32 axis_colour(const Look& look, int axis);
/// Of a part of space.
ImU32 fill_of(const Look& look, KdRegion::Kind kind);
ImU32 outline_of(const Look& look, KdRegion::Kind kind);

/// The width of a split: those of the first levels divide more.
float split_width(const Look& look, const KdSplit& split);

} // namespace scanline::view
