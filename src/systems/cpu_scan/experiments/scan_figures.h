#pragma once
#include "scanline/bench/results.h"
#include "scanline/chart/chart.h"

#include <functional>
#include <string>

namespace scanline::bench {

/// To which line of a figure a row belongs; empty: to none.
using LineOf = std::function<std::string(const Row& row)>;

/// Billions of elements a second over an axis, and the roof: of the rows that have a line.
chart::LineChart scan_rates(const Results& results, const std::string& title, const std::string& shown,
                            const chart::Axis& x, std::string_view x_axis, const LineOf& line_of);

} // namespace scanline::bench
