#include "scanline/bench/sweep_figures.h"

#include "experiments/curves.h"
#include "experiments/row_access.h"
#include "experiments/wording.h"

#include "scanline/bench/sweep.h"

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
                         [&wanted](const auto& value) { return wanted(value.first); });
    return place;
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

std::string name_of(const AxisValues& place) {
    std::string name;
    for (const auto& [axis, value] : place)
        name += (name.empty() ? "" : ", ") + value;
    return name.empty() ? "time" : name;
}

// The numeric axis with most values; empty where none has two.
std::string longest_axis(const Results& results) {
    std::string longest;
    std::size_t most = 1;
    for (const std::string axis : {"block", "elements", "density"}) {
        if (const std::size_t count = count_numbers(results, axis); count > most) {
            most = count;
            longest = axis;
        }
    }
    return longest;
}

LineChart chart_of(const Results& results, const std::string& shown, const std::string& x_axis) {
    LineChart chart;
    chart.title = results.title;
    chart.subtitle = subtitle(results, shown + "medians and quartiles");
    chart.x = {x_axis, x_axis == "density" ? Scale::linear : Scale::log2};
    chart.y = {"time (ms)"};
    for (const AxisValues& place : places_of(
             results, [&](const std::string& axis) { return axis != x_axis && varies(results, axis); })) {
        Series series = curve(results, name_of(place), place, x_axis);
        if (!series.points.empty())
            chart.series.push_back(std::move(series));
    }
    chart.series.push_back(roof_curve(results, x_axis));
    return chart;
}

} // namespace

std::vector<Figure> sweep_figures(const Results& results) {
    const std::string x_axis = longest_axis(results);
    if (x_axis.empty())
        return {};
    const std::vector<AxisValues> streams = places_of(
        results, [&x_axis](const std::string& axis) { return axis != x_axis && is_stream_axis(axis); });
    std::vector<Figure> figures;
    for (const AxisValues& stream : streams) {
        Results part = results;
        std::erase_if(part.rows, [&](const Row& row) {
            return place_of(row, [&](const std::string& axis) {
                       return axis != x_axis && is_stream_axis(axis);
                   }) != stream;
        });
        const std::string stem = streams.size() == 1
                                     ? results.experiment
                                     : fmt::format("{}-{}", results.experiment, figures.size() + 1);
        figures.push_back({stem, chart_of(part, stream.empty() ? "" : describe(stream) + "; ", x_axis)});
    }
    return figures;
}

} // namespace scanline::bench
