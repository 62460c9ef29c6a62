#include "scanline/bench/wording.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

std::string digits(double number, int at_least) {
    const int before_point = number > 0 ? static_cast<int>(std::floor(std::log10(number))) + 1 : 1;
    return fmt::format("{:.{}f}", number, std::clamp(at_least - before_point, 0, 6));
}

} // namespace

std::string three_digits(double number) {
    return digits(number, 3);
}

std::string four_digits(double number) {
    return digits(number, 4);
}

std::string in_milliseconds(double milliseconds) {
    return three_digits(milliseconds) + " ms";
}

std::string element_count(std::int64_t elements) {
    constexpr std::int64_t kilo = 1024, mega = kilo * kilo;
    if (elements >= mega && elements % mega == 0)
        return fmt::format("{}M", elements / mega);
    if (elements >= kilo && elements % kilo == 0)
        return fmt::format("{}K", elements / kilo);
    return fmt::format("{}", elements);
}

std::string stream_size(const Results& results) {
    if (results.rows.empty())
        return "no";
    const auto [smallest, largest] = std::ranges::minmax(results.rows, {}, &Row::items);
    return smallest.items == largest.items
               ? element_count(smallest.items)
               : fmt::format("{} to {}", element_count(smallest.items), element_count(largest.items));
}

std::string subtitle(const Results& results, const std::string& shown) {
    const Environment& environment = results.environment;
    return fmt::format("{}; {}, timer {}, {}", shown, environment.device(), environment.timer,
                       environment.date);
}

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
