#pragma once
#include "scanline/bench/results.h"
#include "scanline/chart/chart.h"

#include <functional>

namespace scanline::bench {

/// What a line shows of a row, with its quartiles.
using Measure = std::function<Quartiles(const Row& row)>;

/// The total time, which is what most lines show.
Quartiles total_milliseconds(const Row& row);

/// The rate over its unit: 1e6 for millions of elements a second.
Quartiles items_per_second(const Row& row, double unit);

/// A line through the measured rows with the values `where`, at the numbers that they have on x_axis.
chart::Series curve(const Results& results, const std::string& name, const AxisValues& where,
                    const std::string& x_axis, const Measure& measure = total_milliseconds);

/// One line for each value that rows have on the axis `by`.
std::vector<chart::Series> curves_by(const Results& results, const std::string& by, const std::string& x_axis,
                                     const Measure& measure = total_milliseconds);

/// The roof over x_axis, dashed: at each number the median of the roofs of all groups measured there.
chart::Series roof_curve(const Results& results, const std::string& x_axis);

} // namespace scanline::bench
