#pragma once
#include "scanline/bench/canvas.h"

namespace scanline::bench {

/// The colour of a series, by its place in the list.
Colour series_colour(std::size_t place, double opacity = 1);

/// A marker of a line chart around its centre: seven shapes, hollow where dashed or the colours repeat.
void draw_marker(Canvas& canvas, std::size_t place, bool dashed, Point centre, double opacity = 1);

/// The star that marks the smallest of a group.
void draw_star(Canvas& canvas, Point centre, double radius);

/// A bar, or a part of one, in the colour of its place.
void draw_bar(Canvas& canvas, std::size_t place, const Rect& area, double opacity = 1);

} // namespace scanline::bench
