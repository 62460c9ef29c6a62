#include "scanline/bench/results.h"

#include "scanline/core/format.h"
#include "scanline/core/version.h"
#include "scanline/cpu/processor.h"

#include <charconv>
#include <cmath>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <limits>
#include <set>

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

Value::Value(std::string_view text) : value_(std::string(text)) {
    const auto keep_if_written_so = [&](auto number) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool all = error == std::errc() && end == text.data() + text.size();
        if (all && std::isfinite(static_cast<double>(number)) && fmt::format("{}", number) == text)
            value_ = number;
        return value_.index() < 2;
    };
    if (!keep_if_written_so(std::int64_t{}))
        keep_if_written_so(double{});
}

Value::Value(double number) : Value(fmt::format("{}", number)) {}

std::string Value::text() const {
    return std::visit([](const auto& value) { return fmt::format("{}", value); }, value_);
}

std::optional<double> Value::number() const {
    if (const auto* whole = std::get_if<std::int64_t>(&value_))
        return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&value_);
    return real != nullptr ? std::optional(*real) : std::nullopt;
}

std::string describe(const AxisValues& values) {
    std::string text;
    for (const auto& [axis, value] : values)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", axis, value.text());
    return text;
}

AxisValues with(AxisValues values, const AxisValues& more) {
    values.insert(values.end(), more.begin(), more.end());
    return values;
}

Environment make_environment(std::string command) {
    Environment environment;
    environment.processor = cpu::describe(cpu::this_processor());
    environment.timer = to_string(gl::TimerKind::wall_clock);
    environment.build_type = build_type();
    environment.version = version();
    environment.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    environment.command = std::move(command);
    return environment;
}

Environment make_environment(const gl::Capabilities& capabilities, gl::TimerKind timer, std::string command) {
    Environment environment = make_environment(std::move(command));
    environment.gpu = capabilities.renderer;
    environment.driver = capabilities.version_text;
    environment.timer = to_string(timer);
    return environment;
}

std::string Environment::device() const {
    return gpu.empty() ? processor : gpu + ", " + driver;
}

const Value& Row::value(std::string_view axis) const {
    static const Value none{""};
    const auto found = std::ranges::find(axes, axis, &AxisValue::axis);
    return found == axes.end() ? none : found->value;
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

const Row& measured_row(const Results& results, const AxisValues& values) {
    const Row* row = results.find(values);
    if (row == nullptr)
        throw NotMeasured("not measured: " + describe(values));
    return *row;
}

double median_milliseconds(const Results& results, const AxisValues& values) {
    return measured_row(results, values).milliseconds().median;
}

std::vector<const Row*> measured_rows(const Results& results, const AxisValues& values) {
    std::vector<const Row*> rows = results.where(values);
    std::erase_if(rows, [](const Row* row) { return !row->measured(); });
    return rows;
}

const Row& fastest(const std::vector<const Row*>& rows) {
    return **std::ranges::min_element(rows, {}, [](const Row* row) { return row->milliseconds().median; });
}

std::vector<std::string> axis_values(const Results& results, std::string_view axis) {
    if (results.rows.empty())
        throw NotMeasured("nothing was measured");
    return distinct_values(results, [axis](const Row& row) { return row.axis(axis); });
}

std::vector<int> axis_numbers(const Results& results, std::string_view axis) {
    constexpr double most = std::numeric_limits<int>::max();
    std::set<int> numbers;
    for (const Row& row : results.rows) {
        const std::optional<double> number = row.value(axis).number();
        if (number && std::abs(*number) <= most)
            numbers.insert(static_cast<int>(*number));
    }
    if (numbers.empty())
        throw NotMeasured(fmt::format("nothing was measured with a number as {}", axis));
    return {numbers.begin(), numbers.end()};
}

Quartiles stage_milliseconds(const Row& row, const std::vector<std::string_view>& stages) {
    std::vector<double> sums;
    sums.reserve(row.repetitions.size());
    for (const Repetition& repetition : row.repetitions) {
        double sum = 0;
        for (const Stage& stage : repetition.stages)
            sum += std::ranges::find(stages, stage.name) != stages.end() ? stage.milliseconds : 0.0;
        sums.push_back(sum);
    }
    return quartiles(sums);
}

std::vector<std::string> counted_names(const Results& results) {
    std::vector<std::string> names;
    for (const Row& row : results.rows) {
        for (const Count& count : row.counts) {
            if (std::ranges::find(names, count.name) == names.end())
                names.push_back(count.name);
        }
    }
    return names;
}

bool on_gpu(const Results& results) {
    return results.environment.timer == to_string(gl::TimerKind::gl_query);
}

std::vector<const Row*> wrong_rows(const Results& results) {
    std::vector<const Row*> rows;
    for (const Row& row : results.rows) {
        if (row.skipped.starts_with(wrong_result))
            rows.push_back(&row);
    }
    return rows;
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

} // namespace scanline::bench
