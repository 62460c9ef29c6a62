#include "axis_ticks.h"

#include "scanline/core/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace scanline::chart {

namespace {

constexpr int comfortable_ticks = 6;

// Beyond these, sums and quotients of axis values would overflow.
constexpr double largest_value = 1e100, smallest_value = 1e-100;

double base_of(Scale scale) {
    return scale == Scale::log2 ? 2 : 10;
}

/// The smallest of 1, 2, 5 times a power of ten that is at least the number.
double nice_step(double number) {
    const double power = std::pow(10, std::floor(std::log10(number)));
    for (const double digit : {1.0, 2.0, 5.0}) {
        if (digit * power >= number * (1 - 1e-12))
            return digit * power;
    }
    return 10 * power;
}

/// The distance between about so many ticks.
double tick_step(AxisRange range, int ticks) {
    const double step = nice_step((range.high - range.low) / ticks);
    return range.whole ? std::max(1.0, step) : step;
}

std::vector<double> multiples(AxisRange range, double step) {
    std::vector<double> values;
    const double first = std::ceil(range.low / step - 1e-9), last = std::floor(range.high / step + 1e-9);
    const int count = static_cast<int>(last - first) + 1;
    for (int i = 0; i < count; ++i)
        values.push_back((first + i) * step);
    return values;
}

std::vector<double> linear_ticks(AxisRange range, int at_most) {
    double step = tick_step(range, at_most);
    std::vector<double> ticks = multiples(range, step);
    while (ticks.size() > static_cast<std::size_t>(at_most)) {
        step = nice_step(1.5 * step);
        ticks = multiples(range, step);
    }
    return ticks;
}

/// Every step-th power of the base, times each factor, within the range.
std::vector<double> powers(AxisRange range, double base, int step, std::span<const double> factors) {
    std::vector<double> values;
    const int first = static_cast<int>(std::floor(std::log(range.low) / std::log(base))) - 1;
    const int last = static_cast<int>(std::ceil(std::log(range.high) / std::log(base))) + 1;
    for (int exponent = first; exponent <= last; ++exponent) {
        for (const double factor : factors) {
            const double value = factor * std::pow(base, exponent);
            if (exponent % step == 0 && value >= range.low * (1 - 1e-9) && value <= range.high * (1 + 1e-9))
                values.push_back(value);
        }
    }
    return values;
}

std::vector<double> logarithmic_ticks(double base, AxisRange range, int at_most) {
    const auto fits = [at_most](const std::vector<double>& ticks) {
        return ticks.size() <= static_cast<std::size_t>(at_most);
    };
    constexpr std::array one{1.0};
    constexpr std::array one_two_five{1.0, 2.0, 5.0};
    if (base == 10) {
        std::vector<double> fine = powers(range, base, 1, one_two_five);
        if (fine.size() >= 3 && fits(fine))
            return fine;
    }
    std::vector<double> ticks = powers(range, base, 1, one);
    if (ticks.size() < 2)
        return linear_ticks(range, at_most);
    for (int step = 2; !fits(ticks); ++step)
        ticks = powers(range, base, step, one);
    return ticks;
}

/// Number of decimals that the number visibly needs.
int decimals_of(double number) {
    std::string text = fmt::format("{:.12f}", number);
    text.erase(text.find_last_not_of('0') + 1);
    return static_cast<int>(text.size() - text.find('.') - 1);
}

/// Separates thousands with commas from five digits on: four are easy to read.
std::string with_commas_if_long(std::string text) {
    const std::size_t begin = text.front() == '-' ? 1 : 0;
    return std::min(text.find('.'), text.size()) - begin < 5 ? text : with_commas(text);
}

bool is_plain(double value) {
    return value == 0 || (std::abs(value) >= 1e-6 && std::abs(value) < 1e10);
}

} // namespace

bool has_place(Scale scale, double value) {
    if (!std::isfinite(value) || std::abs(value) > largest_value)
        return false;
    return scale == Scale::linear || value >= smallest_value;
}

AxisRange range_of(Scale scale, std::span<const double> values) {
    std::vector<double> shown;
    std::ranges::copy_if(values, std::back_inserter(shown),
                         [scale](double value) { return has_place(scale, value); });
    if (shown.empty())
        return scale == Scale::linear ? AxisRange{0, 1} : AxisRange{1, 10};
    const auto [low, high] = std::ranges::minmax(shown);
    const double size = std::max(std::abs(low), std::abs(high));
    const bool whole = std::ranges::all_of(shown, [](double value) { return value == std::trunc(value); });
    if (high - low > std::max(1e-9 * size, smallest_value))
        return {low, high, whole};
    if (scale != Scale::linear)
        return {low / 2, high * 2};
    const double margin = size > smallest_value ? size / 2 : 1;
    return {low - margin, high + margin, whole};
}

AxisRange range_of_lengths(Scale scale, std::span<const double> values) {
    if (scale != Scale::linear) {
        const AxisRange range = range_of(scale, values);
        const double margin = std::pow(range.high / range.low, 0.06);
        return {range.low / margin, range.high * margin};
    }
    std::vector<double> with_zero(values.begin(), values.end());
    with_zero.push_back(0);
    AxisRange range = range_of(scale, with_zero);
    if (range.low < 0 && std::ranges::none_of(values, [](double value) { return value < 0; }))
        range = {0, 1, range.whole}; // all are zero
    const double step = tick_step(range, comfortable_ticks);
    return {step * std::floor(range.low / step + 1e-9), step * std::ceil(range.high / step - 1e-9),
            range.whole};
}

double place(Scale scale, AxisRange range, double value) {
    if (scale == Scale::linear)
        return (value - range.low) / (range.high - range.low);
    return std::log(value / range.low) / std::log(range.high / range.low);
}

std::vector<double> tick_values(Scale scale, AxisRange range, int at_most) {
    return scale == Scale::linear ? linear_ticks(range, at_most)
                                  : logarithmic_ticks(base_of(scale), range, at_most);
}

std::vector<std::string> tick_labels(std::span<const double> ticks) {
    // Ticks that span several powers of ten each have their own decimals.
    const bool even = ticks.size() < 3 ||
                      std::abs(ticks[2] - 2 * ticks[1] + ticks[0]) < 1e-6 * std::abs(ticks[1] - ticks[0]);
    int decimals = 0;
    for (const double tick : ticks)
        decimals = std::max(decimals, decimals_of(tick));
    std::vector<std::string> labels;
    for (const double tick : ticks) {
        if (!std::ranges::all_of(ticks, is_plain))
            labels.push_back(fmt::format("{:.6g}", tick));
        else if (tick == 0)
            labels.emplace_back("0");
        else
            labels.push_back(
                with_commas_if_long(fmt::format("{:.{}f}", tick, even ? decimals : decimals_of(tick))));
    }
    return labels;
}

std::string plain_number(double value) {
    if (!is_plain(value))
        return fmt::format("{:.3g}", value);
    if (value == 0)
        return "0";
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-12));
    return with_commas_if_long(fmt::format("{:.{}f}", value, std::clamp(2 - magnitude, 0, 12)));
}

} // namespace scanline::chart
