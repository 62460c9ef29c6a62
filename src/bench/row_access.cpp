#include "scanline/bench/row_access.h"

#include "scanline/bench/claim_list.h"
#include "scanline/core/format.h"
#include "scanline/core/number.h"
#include "scanline/gl/timer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace scanline::bench {

std::string describe(const AxisValues& values) {
    std::string text;
    for (const auto& [axis, value] : values)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", axis, value);
    return text;
}

AxisValues with(AxisValues values, const AxisValues& more) {
    values.insert(values.end(), more.begin(), more.end());
    return values;
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

std::optional<double> axis_number(const Row& row, std::string_view axis) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return read_number<double>(row.axis(axis), {-infinity, infinity});
}

std::vector<int> axis_numbers(const Results& results, std::string_view axis) {
    constexpr double most = std::numeric_limits<int>::max();
    std::set<int> numbers;
    for (const Row& row : results.rows) {
        const std::optional<double> number = axis_number(row, axis);
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
