#include "chart/chart_overlay.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

namespace {

constexpr double earlier_opacity = 0.55;

std::string named(const std::string& series, const std::string& name) {
    return fmt::format("{} ({})", series, name);
}

bool add(chart::LineChart& chart, const chart::LineChart& earlier, const std::string& name) {
    if (chart.x.label != earlier.x.label || chart.y.label != earlier.y.label)
        return false;
    const std::size_t own = chart.series.size();
    for (const chart::Series& series : earlier.series) {
        // A roof of another day tells nothing of the lines of this one.
        if (series.dashed || series.points.empty())
            continue;
        chart::Series added = series;
        const auto same =
            std::ranges::find(chart.series.begin(), chart.series.begin() + static_cast<std::ptrdiff_t>(own),
                              series.name, &chart::Series::name);
        if (const auto place = static_cast<std::size_t>(same - chart.series.begin()); place < own)
            added.like = chart.series[place].like.value_or(place);
        added.name = named(series.name, name);
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
        chart::StackedBarChart::Bar added{named(bar.group, name), bar.name, {}};
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
        chart.series.push_back(named(series, name));
    return true;
}

template <class Chart, class Other>
bool add(Chart& /*chart*/, const Other& /*earlier*/, const std::string& /*name*/) {
    return false;
}

} // namespace

bool overlay(bench::Chart& chart, const bench::Chart& earlier, const std::string& name) {
    return std::visit([&name](auto& shown, const auto& other) { return add(shown, other, name); }, chart,
                      earlier);
}

} // namespace scanline::view
