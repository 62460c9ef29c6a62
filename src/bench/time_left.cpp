#include "scanline/bench/time_left.h"

#include <fmt/format.h>

namespace scanline::bench {

std::string time_left(double fraction, double seconds_so_far) {
    constexpr double many_seconds = 600;
    if (!(fraction > 0))
        return {};
    const double seconds = seconds_so_far / fraction - seconds_so_far;
    if (seconds < many_seconds)
        return fmt::format("{:.0f} s left", seconds);
    return fmt::format("{:.0f} min left", seconds / 60);
}

} // namespace scanline::bench
