#pragma once
#include "scanline/bench/statistics.h"

#include <span>
#include <string>

namespace scanline::bench {

/// One time over another, of two rows of a group: the median of the quotients of the rounds that both have,
/// and its confidence interval. What slows the machine for longer than a round slows both of its times, and
/// is not in their quotient. Throws NotMeasured, beginning with `what`, where the timer was too coarse for a
/// time; and where there are fewer than two rounds, whose noise is not known.
MedianInterval ratio_of_rounds(std::span<const double> over, std::span<const double> under,
                               const std::string& what);

} // namespace scanline::bench
