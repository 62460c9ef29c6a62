#pragma once
#include "prefix_sum/prefix_sum_comparison.h"
#include "scanline/view/look.h"

#include <optional>

namespace scanline::view::prefix_sum {

/// All variants in a table with bars, and below it each one's lanes over time on the same clock, as far as
/// `step`. Returns the variant that was clicked.
std::optional<Variant> draw_comparison(const Look& look, const std::vector<Contestant>& contestants,
                                       int lanes, int step, Variant chosen);

} // namespace scanline::view::prefix_sum
