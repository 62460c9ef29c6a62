#include "chart/chart_hover.h"

#include "chart/chart_choices.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

namespace {

using chart::ChartGeometry;

std::vector<std::string> describe_spot(const chart::LineChart& chart, const ChartGeometry::Spot& spot) {
    const chart::Series& series = chart.series[spot.series];
    const chart::ChartPoint& point = series.points[spot.point];
    std::vector<std::string> lines{series.name, fmt::format("{}: {:.7g}", chart.x.label, point.x),
                                   fmt::format("{}: {:.4g}", chart.y.label, point.y)};
    if (point.low <= point.y && point.y <= point.high && point.low < point.high)
        lines.push_back(fmt::format("quartiles: {:.4g} to {:.4g}", point.low, point.high));
    return lines;
}

std::vector<std::string> describe_bar(const chart::LineChart& /*chart*/, const ChartGeometry::Bar& /*bar*/) {
    return {};
}

std::vector<std::string> describe_bar(const chart::StackedBarChart& chart, const ChartGeometry::Bar& bar) {
    const chart::StackedBarChart::Bar& shown = chart.bars[bar.bar];
    return {fmt::format("{}, {}", shown.name, shown.group), chart.part_names[bar.part],
            fmt::format("{}: {:.4g}", chart.y.label, shown.parts[bar.part])};
}

std::vector<std::string> describe_bar(const chart::GroupedBarChart& chart, const ChartGeometry::Bar& bar) {
    return {chart.series[bar.part], chart.groups[bar.bar],
            fmt::format("{}: {:.4g}", chart.y.label, chart.values[bar.bar][bar.part].value_or(0))};
}

} // namespace

std::optional<ChartHit> hit(const ChartGeometry& geometry, chart::Point at, double reach) {
    const auto holds = [at](const auto& item) { return item.area.contains(at); };
    if (const auto key = std::ranges::find_if(geometry.keys, holds); key != geometry.keys.end())
        return ChartHit{ChartHit::Kind::key, static_cast<std::size_t>(key - geometry.keys.begin())};
    if (const auto bar = std::ranges::find_if(geometry.bars, holds); bar != geometry.bars.end())
        return ChartHit{ChartHit::Kind::bar, static_cast<std::size_t>(bar - geometry.bars.begin())};
    const auto distance = [at](const ChartGeometry::Spot& spot) {
        return std::hypot(spot.at.x - at.x, spot.at.y - at.y);
    };
    const auto spot = std::ranges::min_element(geometry.spots, {}, distance);
    if (spot == geometry.spots.end() || distance(*spot) > reach)
        return std::nullopt;
    return ChartHit{ChartHit::Kind::spot, static_cast<std::size_t>(spot - geometry.spots.begin())};
}

std::vector<std::string> describe(const bench::Chart& chart, const ChartGeometry& geometry,
                                  const ChartHit& hit) {
    switch (hit.kind) {
    case ChartHit::Kind::spot:
        return describe_spot(std::get<chart::LineChart>(chart), geometry.spots[hit.index]);
    case ChartHit::Kind::bar:
        return std::visit([&](const auto& kind) { return describe_bar(kind, geometry.bars[hit.index]); },
                          chart);
    case ChartHit::Kind::key:
        return {key_names(chart)[geometry.keys[hit.index].series], "Click to hide or show it."};
    }
    return {};
}

} // namespace scanline::view
