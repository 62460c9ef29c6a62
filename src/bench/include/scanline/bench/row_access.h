#pragma once
#include "scanline/bench/results.h"

#include <optional>
#include <string_view>

namespace scanline::bench {

// What figures and claims read from the rows of a run.

/// "algorithm bt, block 256"
std::string describe(const AxisValues& values);

/// The one row with these values. Throws NotMeasured where it is not there or was skipped.
const Row& measured_row(const Results& results, const AxisValues& values);

/// Its median time.
double median_milliseconds(const Results& results, const AxisValues& values);

/// The values that rows have on an axis, in the order of their first rows; skipped rows count. Throws
/// NotMeasured where there are no rows.
std::vector<std::string> axis_values(const Results& results, std::string_view axis);

/// The number that a row has on an axis; none where it is none, as the block of an algorithm without blocks.
std::optional<double> axis_number(const Row& row, std::string_view axis);

/// The whole numbers that rows have on an axis, ascending. Throws NotMeasured where there are none.
std::vector<int> axis_numbers(const Results& results, std::string_view axis);

/// The time of some stages together, over the repetitions.
Quartiles stage_milliseconds(const Row& row, const std::vector<std::string_view>& stages);

/// The rows that were skipped because their result was wrong.
std::vector<const Row*> wrong_rows(const Results& results);

} // namespace scanline::bench
