#pragma once
#include "kit/canvas.h"
#include "scenes/explorer/choice.h"

#include <string>
#include <vector>

namespace scanline::view::explorer {

// Sections of the inspector and parts of the middle.

/// A line for each column that can be a dimension: whether it is one, in the order of the path, and its bins.
/// A drag moves it along the path.
void draw_dimensions(const Look& look, const Data& data, Setup& next);
void show_tree(const Look& look, const Data& data);
/// answer and check: null before they have been made. select: milliseconds that the bars took on the CPU.
void show_times(const Look& look, const Answer* answer, const Check* check, double select);

/// The rows of a choice, the first of them, with their numbers.
void draw_row_table(const Look& look, const Data& data, const Answer& answer, const Rect& area);
/// Draws the last command, that of the query, what answered it and how fast, and a button that copies all of
/// them. Returns true if it was pressed.
bool draw_commands(const Look& look, const Answer& answer, const Rect& line);

} // namespace scanline::view::explorer
