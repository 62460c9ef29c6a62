#include "scanline/core/format.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <initializer_list>

namespace scanline {

namespace {

std::string digits(double number, int at_least) {
    const int before_point = number > 0 ? static_cast<int>(std::floor(std::log10(number))) + 1 : 1;
    return fmt::format("{:.{}f}", number, std::clamp(at_least - before_point, 0, 6));
}

// The number in the largest unit in which it is 1 or more; each unit is `base` times the one before.
std::string scaled(double number, double base, std::initializer_list<const char*> units) {
    const auto* unit = units.begin();
    for (; std::abs(number) >= base && unit + 1 < units.end(); ++unit)
        number /= base;
    const int decimals = std::abs(number) >= 100 ? 0 : std::abs(number) >= 10 ? 1 : 2;
    return fmt::format("{:.{}f}{}", number, decimals, *unit);
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

std::string short_count(double number) {
    if (std::abs(number) < 1000)
        return fmt::format("{:.0f}", number);
    return scaled(number, 1000, {"", "k", "M", "G", "T"});
}

std::string duration_text(double milliseconds) {
    return scaled(milliseconds * 1e6, 1000, {" ns", " µs", " ms", " s"});
}

std::string bytes_text(double bytes) {
    if (std::abs(bytes) < 1024)
        return fmt::format("{:.0f} B", bytes);
    return scaled(bytes, 1024, {" B", " KiB", " MiB", " GiB"});
}

std::string with_commas(std::string decimal) {
    const std::size_t begin = decimal.starts_with('-') ? 1 : 0;
    const std::size_t point = std::min(decimal.find_first_of(".e"), decimal.size());
    for (std::size_t at = point; at > begin + 3;) {
        at -= 3;
        decimal.insert(at, ",");
    }
    return decimal;
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

} // namespace scanline
