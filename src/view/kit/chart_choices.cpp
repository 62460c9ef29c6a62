#include "kit/chart_choices.h"

#include "scanline/core/choice.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

namespace {

constexpr double earlier_opacity = 0.55;

void choose(chart::Axis& axis, AxisChoice choice) {
    switch (choice) {
    case AxisChoice::as_made: return;
    case AxisChoice::linear: axis.scale = chart::Scale::linear; return;
    case AxisChoice::logarithmic:
        if (axis.scale == chart::Scale::linear)
            axis.scale = chart::Scale::log10;
        return;
    }
}

/// Series of earlier results after it keep their colours.
void remove_roof(std::vector<chart::Series>& series, std::string_view roof) {
    for (std::size_t place = 0; place < series.size(); ++place)
        series[place].like = series[place].like.value_or(place);
    std::erase_if(series, [roof](const chart::Series& one) { return one.dashed && one.name == roof; });
}

std::string joined_name(const std::string& series, const std::string& name) {
    return fmt::format("{} ({})", series, name);
}

bool add(chart::LineChart& chart, const chart::LineChart& earlier, const std::string& name) {
    if (chart.x.label != earlier.x.label || chart.y.label != earlier.y.label)
        return false;
    const std::vector<chart::Series> own = chart.series;
    for (const chart::Series& series : earlier.series) {
        // The roof of an earlier run says nothing about this run.
        if (series.dashed || series.points.empty())
            continue;
        chart::Series added = series;
        const auto same = std::ranges::find(own, series.name, &chart::Series::name);
        if (same != own.end())
            added.like = same->like.value_or(static_cast<std::size_t>(same - own.begin()));
        added.name = joined_name(series.name, name);
        added.dashed = true;
        added.opacity = earlier_opacity;
        chart.series.push_back(std::move(added));
    }
    return true;
}

bool add(chart::StackedBarChart& chart, const chart::StackedBarChart& earlier, const std::string& name) {
    if (chart.y.label != earlier.y.label)
        return false;
    std::vector<std::size_t> places;
    for (const std::string& part : earlier.part_names) {
        const auto same = std::ranges::find(chart.part_names, part);
        places.push_back(static_cast<std::size_t>(same - chart.part_names.begin()));
        if (same == chart.part_names.end())
            chart.part_names.push_back(part);
    }
    for (const chart::StackedBarChart::Bar& bar : earlier.bars) {
        chart::StackedBarChart::Bar added{joined_name(bar.group, name), bar.name, {}};
        added.parts.resize(chart.part_names.size());
        for (std::size_t i = 0; i < std::min(bar.parts.size(), places.size()); ++i)
            added.parts[places[i]] = bar.parts[i];
        chart.bars.push_back(std::move(added));
    }
    return true;
}

bool add(chart::GroupedBarChart& chart, const chart::GroupedBarChart& earlier, const std::string& name) {
    if (chart.y.label != earlier.y.label || std::ranges::none_of(earlier.groups, [&](const auto& group) {
            return std::ranges::count(chart.groups, group) > 0;
        }))
        return false;
    for (std::size_t group = 0; group < chart.groups.size(); ++group) {
        const auto same = std::ranges::find(earlier.groups, chart.groups[group]);
        chart.values[group].resize(chart.series.size());
        if (same == earlier.groups.end())
            continue;
        const auto& values = earlier.values[static_cast<std::size_t>(same - earlier.groups.begin())];
        chart.values[group].insert(chart.values[group].end(), values.begin(), values.end());
    }
    for (const std::string& series : earlier.series)
        chart.series.push_back(joined_name(series, name));
    return true;
}

template <class Chart, class Other>
bool add(Chart& /*chart*/, const Other& /*earlier*/, const std::string& /*name*/) {
    return false;
}

} // namespace

std::vector<std::string> key_names(const bench::Chart& chart) {
    if (const auto* stacks = std::get_if<chart::StackedBarChart>(&chart))
        return stacks->part_names;
    if (const auto* bars = std::get_if<chart::GroupedBarChart>(&chart))
        return bars->series;
    return list_of_names(std::get<chart::LineChart>(chart).series);
}

bench::Chart chosen(bench::Chart chart, const ChartChoices& choices, std::string_view roof) {
    std::visit([&](auto& kind) { choose(kind.y, choices.y); }, chart);
    if (auto* lines = std::get_if<chart::LineChart>(&chart)) {
        choose(lines->x, choices.x);
        if (!choices.roof)
            remove_roof(lines->series, roof);
    }
    return chart;
}

bool overlay(bench::Chart& chart, const bench::Chart& earlier, const std::string& name) {
    return std::visit([&name](auto& shown, const auto& other) { return add(shown, other, name); }, chart,
                      earlier);
}

chart::ChartOptions options_of(const bench::Chart& chart, const ChartChoices& choices) {
    chart::ChartOptions options{.bands = choices.bands};
    for (const std::string& name : key_names(chart))
        options.hidden.push_back(choices.hidden.contains(name));
    return options;
}

chart::ChartGeometry draw(chart::Canvas& canvas, const bench::Chart& chart, const chart::ChartSize& size,
                          const ChartChoices& choices) {
    return std::visit(
        [&](const auto& kind) { return chart::draw(canvas, kind, size, options_of(chart, choices)); }, chart);
}

} // namespace scanline::view
