#pragma once
#include "scanline/chart/drawing.h"

#include <span>
#include <string>
#include <vector>

namespace scanline::chart {

/// True if a value has a place on such an axis: a finite number, above zero on a logarithmic one.
bool has_place(Scale scale, double value);

/// The range from the smallest to the largest of the values; those without a place are passed over. It is
/// widened where all are equal, and [0, 1], or [1, 10], where there are none.
AxisRange range_of(Scale scale, std::span<const double> values);

/// The range of an axis from which lengths are read: a linear one holds zero and ends at ticks, a logarithmic
/// one goes a little beyond the values.
AxisRange range_of_lengths(Scale scale, std::span<const double> values);

/// The position of a value in the range, 0 at its low and 1 at its high end.
double place(Scale scale, AxisRange range, double value);

/// At most `at_most` (at least 2) values for ticks in ascending order: 1, 2 or 5 times a power of ten on a
/// linear axis, powers of its base on a logarithmic one, with 2 and 5 times those of ten where there is room.
/// A logarithmic range with hardly a power in it has the ticks of a linear one.
std::vector<double> tick_values(Scale scale, AxisRange range, int at_most);

/// Their texts, all with as many decimals as the finest needs: "0", "0.5", "1.0".
std::vector<std::string> tick_labels(std::span<const double> ticks);

/// A number of three significant digits to read: "0.0123", "1.72", "12,300"; with an exponent only if that is
/// much shorter.
std::string plain_number(double value);

} // namespace scanline::chart
