#pragma once
#include "kit/look.h"
#include "scenes/prefix_sum/trace.h"
#include "scenes/prefix_sum/words.h"

namespace scanline::view::prefix_sum {

/// Neighbouring lanes differ, and so do the last and the first one, whose partitions are adjacent.
ImU32 lane_colour(const Palette& palette, int lane, int lanes);
/// The colour of a tile: that of its lane, if it always has the same one. Neighbours differ.
ImU32 tile_colour(const Palette& palette, const Timeline& timeline, int tile);

/// 0 for the least of all values, 1 for the greatest.
float fraction(const ValueRange& range, int value);
/// The greater the value, the stronger.
ImU32 shade(const Palette& palette, const ValueRange& range, int value);

struct CellColours {
    ImU32 fill, text, label;
};
/// Of a lane that has a value. own: the colour of its tile; range: if cells without text are shaded, else
/// null.
CellColours colours_of(const Palette& palette, const Timeline& timeline, const LaneStep& lane, ImU32 own,
                       bool is_current, const ValueRange* range);

} // namespace scanline::view::prefix_sum
