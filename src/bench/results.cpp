#include "scanline/bench/results.h"

#include <algorithm>

namespace scanline::bench {

namespace {

double per_second(std::int64_t count, double milliseconds) {
    return milliseconds > 0 ? 1e3 * static_cast<double>(count) / milliseconds : 0;
}

bool stands_at(const Row& row, const AxisValues& values) {
    return std::ranges::all_of(
        values, [&row](const auto& value) { return std::ranges::find(row.axes, value) != row.axes.end(); });
}

} // namespace

std::string Environment::device() const {
    return gpu.empty() ? processor : gpu + ", " + driver;
}

std::string Row::axis(std::string_view name) const {
    const auto found = std::ranges::find(axes, name, &AxisValue::axis);
    return found == axes.end() ? std::string() : found->value;
}

std::optional<std::int64_t> Row::count(std::string_view name, std::string_view stage) const {
    const auto found = std::ranges::find_if(
        counts, [&](const Count& one) { return one.name == name && one.stage == stage; });
    return found == counts.end() ? std::nullopt : std::optional(found->value);
}

std::vector<double> Row::totals() const {
    std::vector<double> milliseconds(repetitions.size());
    std::ranges::transform(repetitions, milliseconds.begin(), &Repetition::milliseconds);
    return milliseconds;
}

Quartiles Row::milliseconds() const {
    return quartiles(totals());
}

double Row::roof_ratio() const {
    return roof_milliseconds.value_or(0) > 0 ? milliseconds().median / *roof_milliseconds : 0;
}

double Row::items_per_second() const {
    return per_second(items, milliseconds().median);
}

double Row::bytes_per_second() const {
    return per_second(bytes, milliseconds().median);
}

double Row::noise() const {
    return milliseconds().noise();
}

std::optional<double> Row::whole_milliseconds() const {
    if (!measured() || !overhead || !(*overhead > -1))
        return std::nullopt;
    return milliseconds().median / (1 + *overhead);
}

std::vector<const Row*> Results::where(const AxisValues& values) const {
    std::vector<const Row*> found;
    for (const Row& row : rows) {
        if (stands_at(row, values))
            found.push_back(&row);
    }
    return found;
}

const Row* Results::find(const AxisValues& values) const {
    const auto found = std::ranges::find_if(
        rows, [&values](const Row& row) { return row.measured() && stands_at(row, values); });
    return found == rows.end() ? nullptr : &*found;
}

std::optional<double> Results::overhead() const {
    double staged = 0, whole = 0;
    for (const Row& row : rows) {
        if (const std::optional<double> milliseconds = row.whole_milliseconds()) {
            staged += row.milliseconds().median;
            whole += *milliseconds;
        }
    }
    return whole > 0 ? std::optional(staged / whole - 1) : std::nullopt;
}

} // namespace scanline::bench
