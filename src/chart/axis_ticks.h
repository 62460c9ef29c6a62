#pragma once
#include "scanline/chart/drawing.h"

#include <span>
#include <string>
#include <vector>

namespace scanline::chart {

/// True if the axis can show the value: finite, and positive on a logarithmic axis.
bool has_place(Scale scale, double value);

/// The range from the smallest to the largest value; ignores values that the axis cannot show. Widened if all
/// are equal; [0, 1], or [1, 10] if logarithmic, if there are none.
AxisRange range_of(Scale scale, std::span<const double> values);

/// The range of an axis for lengths: a linear one includes zero and ends at ticks; a logarithmic one extends
/// slightly beyond the values.
AxisRange range_of_lengths(Scale scale, std::span<const double> values);

/// The position of a value in the range, 0 at the low end, 1 at the high end.
double place(Scale scale, AxisRange range, double value);

/// At most `at_most` (at least 2) ascending tick values: 1, 2 or 5 times a power of ten on a linear axis;
/// powers of its base on a logarithmic one, with 2 and 5 times those of ten if there is room. A logarithmic
/// range with hardly a power in it gets linear ticks.
std::vector<double> tick_values(Scale scale, AxisRange range, int at_most);

/// Labels of the ticks, all with as many decimals as the finest needs: "0", "0.5", "1.0".
std::vector<std::string> tick_labels(std::span<const double> ticks);

/// A readable number with three significant digits: "0.0123", "1.72", "12,300"; uses an exponent only if that
/// is much shorter.
std::string plain_number(double value);

} // namespace scanline::chart
