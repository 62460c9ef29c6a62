#pragma once
#include "prefix_sum/prefix_sum_comparison.h"
#include "prefix_sum/prefix_sum_layout.h"
#include "scanline/view/look.h"

#include <imgui.h>
#include <optional>
#include <string>
#include <vector>

namespace scanline::view::prefix_sum {

// Lengths at scale 1.
inline constexpr float table_headings = 22; ///< above the rows of the table
inline constexpr float race_names = 16;     ///< above the lanes of a variant

void text_at(ImFont* font, ImVec2 at, ImU32 colour, const std::string& text);
void tooltip_over(ImVec2 low, ImVec2 high, const std::string& text);

/// A row for each variant, a column for each measure. Fills the area. Returns the variant that was clicked.
std::optional<Variant> draw_table(const Look& look, const std::vector<Contestant>& contestants, int lanes,
                                  Variant chosen, Rect area);

/// How the variants stand beside and above each other in the race, so that there is room for their names.
struct RaceShape {
    int rows = 1, columns = 1;
};
RaceShape race_shape(const Look& look, const std::vector<Contestant>& contestants, float width);
/// Where the lanes of each variant are so high.
float race_height(const Look& look, const RaceShape& shape, float lanes);
void draw_race_legend(const Look& look, ImVec2 at);
/// The lanes of all over time, on one clock. Fills the area. Returns the variant that was clicked.
std::optional<Variant> draw_race(const Look& look, const std::vector<Contestant>& contestants,
                                 const RaceShape& shape, int clock, int step, Rect area);

} // namespace scanline::view::prefix_sum
