#include "scanline/systems/sweep.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <set>

namespace scanline::systems {

namespace {

using bench::AxisValue;

constexpr std::array<std::string_view, 4> stream_axes{"image", "density", "elements", "negated"};

bool is_stream_axis(const std::string& axis) {
    return std::ranges::find(stream_axes, axis) != stream_axes.end();
}

// How many numbers were tried on an axis.
std::size_t count_numbers(const Results& results, const std::string& axis) {
    std::set<double> numbers;
    for (const Row& row : results.rows) {
        if (const std::optional<double> number = row.value(axis).number())
            numbers.insert(*number);
    }
    return numbers.size();
}

// The axes on which rows differ, other than by not standing on them.
std::vector<std::string> varying_axes(const Results& results) {
    std::vector<std::string> varying;
    if (results.rows.empty())
        return varying;
    for (const AxisValue& place : results.rows.front().axes) {
        std::vector<std::string> values = axis_values(results, place.axis);
        std::erase(values, no_value);
        if (values.size() > 1)
            varying.push_back(place.axis);
    }
    return varying;
}

AxisValues place_of(const Row& row, const std::vector<std::string>& axes) {
    AxisValues place;
    std::ranges::copy_if(row.axes, std::back_inserter(place), [&axes](const AxisValue& value) {
        return std::ranges::find(axes, value.axis) != axes.end();
    });
    return place;
}

// "hand, elements 4096": a number alone would not say what it is.
std::string stream_name(const AxisValues& place) {
    return joined(place, [](const AxisValue& value) {
        return value.axis == "image" ? value.value.text()
                                     : fmt::format("{} {}", value.axis, value.value.text());
    });
}

std::string variant_name(AxisValues place) {
    std::erase_if(place, [](const AxisValue& value) { return value.value == no_value; });
    return place.empty() ? "time" : joined(place, [](const AxisValue& value) { return value.value.text(); });
}

chart::LineChart chart_of(const Results& results, const std::string& shown, const std::string& x_axis) {
    std::vector<std::string> axes = varying_axes(results);
    std::erase(axes, x_axis);
    chart::LineChart chart{
        results.title,
        subtitle(results, shown + "medians and quartiles"),
        {x_axis, x_axis == "density" ? chart::Scale::linear : chart::Scale::log2},
        {"time (ms)"},
        curves_by(
            results, [&axes](const Row& row) { return variant_name(place_of(row, axes)); }, x_axis)};
    std::erase_if(chart.series, [](const chart::Series& series) { return series.points.empty(); });
    chart.series.push_back(roof_curve(results, x_axis));
    return chart;
}

// A figure for each stream.
std::vector<Figure> line_figures(const Results& results, const std::string& x_axis) {
    std::vector<std::string> axes(stream_axes.begin(), stream_axes.end());
    std::erase(axes, x_axis);
    const std::vector<AxisValues> streams =
        distinct_values(results, [&axes](const Row& row) { return place_of(row, axes); });
    std::vector<Figure> figures;
    for (const AxisValues& stream : streams) {
        Results part = results;
        std::erase_if(part.rows, [&](const Row& row) { return place_of(row, axes) != stream; });
        const std::string stem = streams.size() == 1
                                     ? results.experiment
                                     : fmt::format("{}-{}", results.experiment, figures.size() + 1);
        figures.push_back({stem, chart_of(part, stream.empty() ? "" : describe(stream) + "; ", x_axis)});
    }
    return figures;
}

// Adds a bar for each row: bar(stream, variant, row), by the names of what streams, and of what the variants
// of one differ in.
template <class Bar>
void add_bars(const Results& results, Bar bar) {
    std::vector<std::string> of_variants = varying_axes(results);
    const auto streams = std::ranges::stable_partition(
        of_variants, [](const std::string& axis) { return !is_stream_axis(axis); });
    const std::vector<std::string> of_streams(streams.begin(), streams.end());
    of_variants.erase(streams.begin(), streams.end());
    for (const Row& row : results.rows)
        bar(stream_name(place_of(row, of_streams)), variant_name(place_of(row, of_variants)), row);
}

chart::GroupedBarChart bars_of_variants(const Results& results) {
    chart::GroupedBarChart chart{results.title, subtitle(results, "medians"), {"time (ms)"}, {}, {}, {}};
    add_bars(results, [&chart](const std::string& stream, const std::string& variant, const Row& row) {
        set_bar(chart, stream, variant,
                row.measured() ? std::optional(row.milliseconds().median) : std::nullopt);
    });
    return chart;
}

chart::StackedBarChart bars_of_stages(const Results& results) {
    chart::StackedBarChart chart{
        results.title, subtitle(results, "stages of the repetitions in the middle"), {"time (ms)"}, {}, {}};
    std::vector<std::string> streams;
    add_bars(results, [&](const std::string& stream, const std::string& variant, const Row& row) {
        if (row.measured()) {
            add_stage_bar(chart, stream, variant, row);
            place_in(streams, stream);
        }
    });
    // A stream's rows need not follow one another: block sizes come between.
    std::ranges::stable_sort(chart.bars, {}, [&streams](const chart::StackedBarChart::Bar& bar) {
        return std::ranges::find(streams, bar.group) - streams.begin();
    });
    return chart;
}

} // namespace

std::vector<std::string> sweep_x_axes(const Results& results) {
    if (std::ranges::none_of(results.rows, &Row::measured))
        return {};
    std::vector<std::pair<std::size_t, std::string>> counted;
    for (const std::string axis : {"block", "elements", "density"}) {
        if (const std::size_t count = count_numbers(results, axis); count > 1)
            counted.emplace_back(count, axis);
    }
    std::ranges::stable_sort(counted, std::greater{}, [](const auto& axis) { return axis.first; });
    std::vector<std::string> axes;
    for (const auto& [count, axis] : counted)
        axes.push_back(axis);
    axes.insert(axes.end(), {std::string(variant_bars), std::string(stage_bars)});
    return axes;
}

std::vector<Figure> sweep_figures(const Results& results, std::string_view x_axis) {
    const std::vector<std::string> axes = sweep_x_axes(results);
    if (axes.empty())
        return {};
    const std::string axis =
        std::ranges::find(axes, x_axis) == axes.end() ? axes.front() : std::string(x_axis);
    if (axis == variant_bars)
        return {{results.experiment, bars_of_variants(results)}};
    if (axis == stage_bars)
        return {{results.experiment + "-stages", bars_of_stages(results)}};
    return line_figures(results, axis);
}

} // namespace scanline::systems
