#include "scanline/bench/sweep_figures.h"
#include "scanline/bench/axes.h"

#include "scanline/bench/curves.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <set>

namespace scanline::bench {

namespace {

// How many numbers were tried on an axis.
std::size_t count_numbers(const Results& results, const std::string& axis) {
    std::set<double> numbers;
    for (const Row& row : results.rows) {
        if (const std::optional<double> number = axis_number(row, axis))
            numbers.insert(*number);
    }
    return numbers.size();
}

bool is_stream_axis(const std::string& axis) {
    return axis == "image" || axis == "density" || axis == "elements" || axis == "negated";
}

// Whether rows differ on an axis, other than by not standing on it.
bool varies(const Results& results, const std::string& axis) {
    std::vector<std::string> values = axis_values(results, axis);
    std::erase(values, no_value);
    return values.size() > 1;
}

// Where a row stands on those axes that `wanted` names.
AxisValues place_of(const Row& row, const std::function<bool(const std::string&)>& wanted) {
    AxisValues place;
    std::ranges::copy_if(row.axes, std::back_inserter(place),
                         [&wanted](const auto& value) { return wanted(value.axis); });
    return place;
}

// "hand, elements 4096": a number alone would not say what it is.
std::string stream_name(const AxisValues& place) {
    std::string name;
    for (const auto& [axis, value] : place) {
        name += name.empty() ? "" : ", ";
        name += axis == "image" ? value : fmt::format("{} {}", axis, value);
    }
    return name;
}

// The places of all rows, each once, in their order.
std::vector<AxisValues> places_of(const Results& results,
                                  const std::function<bool(const std::string&)>& wanted) {
    std::vector<AxisValues> places;
    for (const Row& row : results.rows) {
        AxisValues place = place_of(row, wanted);
        if (std::ranges::find(places, place) == places.end())
            places.push_back(std::move(place));
    }
    return places;
}

std::string name_of(const AxisValues& place, const char* unnamed) {
    std::string name;
    for (const auto& [axis, value] : place) {
        if (value != no_value)
            name += (name.empty() ? "" : ", ") + value;
    }
    return name.empty() ? unnamed : name;
}

chart::LineChart chart_of(const Results& results, const std::string& shown, const std::string& x_axis) {
    chart::LineChart chart;
    chart.title = results.title;
    chart.subtitle = subtitle(results, shown + "medians and quartiles");
    chart.x = {x_axis, x_axis == "density" ? chart::Scale::linear : chart::Scale::log2};
    chart.y = {"time (ms)"};
    for (const AxisValues& place : places_of(
             results, [&](const std::string& axis) { return axis != x_axis && varies(results, axis); })) {
        chart::Series series = curve(results, name_of(place, "time"), place, x_axis);
        if (!series.points.empty())
            chart.series.push_back(std::move(series));
    }
    chart.series.push_back(roof_curve(results, x_axis));
    return chart;
}

std::vector<Figure> line_figures(const Results& results, const std::string& x_axis) {
    const auto stands_aside = [&x_axis](const std::string& axis) {
        return axis != x_axis && is_stream_axis(axis);
    };
    const std::vector<AxisValues> streams = places_of(results, stands_aside);
    std::vector<Figure> figures;
    for (const AxisValues& stream : streams) {
        Results part = results;
        std::erase_if(part.rows, [&](const Row& row) { return place_of(row, stands_aside) != stream; });
        const std::string stem = streams.size() == 1
                                     ? results.experiment
                                     : fmt::format("{}-{}", results.experiment, figures.size() + 1);
        figures.push_back({stem, chart_of(part, stream.empty() ? "" : describe(stream) + "; ", x_axis)});
    }
    return figures;
}

// The rows as bars: what the streams, and what the variants of one differ in.
struct BarAxes {
    const Results& results;

    bool of_streams(const std::string& axis) const { return is_stream_axis(axis) && varies(results, axis); }
    bool of_variants(const std::string& axis) const { return !is_stream_axis(axis) && varies(results, axis); }
    AxisValues stream(const Row& row) const {
        return place_of(row, [this](const std::string& axis) { return of_streams(axis); });
    }
    AxisValues variant(const Row& row) const {
        return place_of(row, [this](const std::string& axis) { return of_variants(axis); });
    }
};

chart::GroupedBarChart bars_of_variants(const Results& results) {
    const BarAxes axes{results};
    const auto streams =
        places_of(results, [&axes](const std::string& axis) { return axes.of_streams(axis); });
    const auto variants =
        places_of(results, [&axes](const std::string& axis) { return axes.of_variants(axis); });
    chart::GroupedBarChart chart;
    chart.title = results.title;
    chart.subtitle = subtitle(results, "medians");
    chart.y = {"time (ms)"};
    for (const AxisValues& stream : streams)
        chart.groups.push_back(stream_name(stream));
    for (const AxisValues& variant : variants)
        chart.series.push_back(name_of(variant, "time"));
    chart.values.assign(streams.size(), std::vector<std::optional<double>>(variants.size()));
    for (const Row& row : results.rows) {
        if (!row.measured())
            continue;
        const auto group = std::ranges::find(streams, axes.stream(row)) - streams.begin();
        const auto series = std::ranges::find(variants, axes.variant(row)) - variants.begin();
        chart.values[static_cast<std::size_t>(group)][static_cast<std::size_t>(series)] =
            row.milliseconds().median;
    }
    return chart;
}

chart::StackedBarChart bars_of_stages(const Results& results) {
    const BarAxes axes{results};
    chart::StackedBarChart chart;
    chart.title = results.title;
    chart.subtitle = subtitle(results, "stages of the repetitions in the middle");
    chart.y = {"time (ms)"};
    for (const Row& row : results.rows) {
        if (!row.measured())
            continue;
        chart::StackedBarChart::Bar bar{
            stream_name(axes.stream(row)), name_of(axes.variant(row), "time"), {}};
        for (const Stage& stage : row.median_repetition().stages) {
            const auto known = std::ranges::find(chart.part_names, stage.name);
            const auto part = static_cast<std::size_t>(known - chart.part_names.begin());
            if (known == chart.part_names.end())
                chart.part_names.push_back(stage.name);
            bar.parts.resize(std::max(bar.parts.size(), part + 1));
            bar.parts[part] += stage.milliseconds;
        }
        chart.bars.push_back(std::move(bar));
    }
    // A stream's rows need not follow one another: block sizes come between.
    const auto first_of = [&chart](const chart::StackedBarChart::Bar& bar) {
        return std::ranges::find(chart.bars, bar.group, &chart::StackedBarChart::Bar::group) -
               chart.bars.begin();
    };
    std::vector<std::pair<std::ptrdiff_t, chart::StackedBarChart::Bar>> placed;
    for (const chart::StackedBarChart::Bar& bar : chart.bars)
        placed.emplace_back(first_of(bar), bar);
    std::ranges::stable_sort(placed, {}, [](const auto& bar) { return bar.first; });
    std::ranges::transform(placed, chart.bars.begin(), [](const auto& bar) { return bar.second; });
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
    std::ranges::transform(counted, std::back_inserter(axes), [](const auto& axis) { return axis.second; });
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

} // namespace scanline::bench
