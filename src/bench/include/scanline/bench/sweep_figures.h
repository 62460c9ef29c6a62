#pragma once
#include "scanline/bench/experiment.h"

#include <string>
#include <string_view>
#include <vector>

namespace scanline::bench {

/// What the rows of a free sweep (see Experiment::free) can be drawn over, the best first: the numeric axes
/// on which two values or more were tried (block, elements, density), the one with most of them first, then
/// variant_bars and stage_bars. None without a measured row.
std::vector<std::string> sweep_x_axes(const Results& results);

/// Bars side by side, a group for each stream.
inline constexpr std::string_view variant_bars = "variants";
/// Bars of stacked stages.
inline constexpr std::string_view stage_bars = "stages";

/// Times over one of sweep_x_axes(); what is none of them is taken for the first. Over a number: one figure
/// for each stream, with a line for each combination of the axes that vary; an algorithm without blocks has
/// no line over block. Bars: one figure of all streams.
std::vector<Figure> sweep_figures(const Results& results, std::string_view x_axis = {});

} // namespace scanline::bench
