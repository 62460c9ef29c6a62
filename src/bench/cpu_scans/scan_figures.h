#pragma once
#include "scanline/bench/chart.h"
#include "scanline/bench/results.h"

#include <functional>
#include <string>

namespace scanline::bench {

/// Which rows a figure shows.
using ShownRows = std::function<bool(const Row& row)>;

/// Billions of elements a second over an axis, a line for each name, and the roof: of the rows shown.
LineChart scan_rates(const Results& results, const std::string& title, const std::string& shown,
                     const Axis& x, std::string_view x_axis, const ShownRows& rows);

} // namespace scanline::bench
