#include "kit/chart_view.h"

#include "kit/canvas.h"
#include "kit/chart_canvas.h"
#include "scanline/core/format.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

namespace {

using chart::ChartGeometry;

constexpr double mouse_reach = 40; ///< for points

std::vector<std::string> describe_spot(const chart::LineChart& chart, const ChartGeometry::Spot& spot) {
    const chart::Series& series = chart.series[spot.series];
    const chart::ChartPoint& point = series.points[spot.point];
    std::vector<std::string> lines{
        series.name, fmt::format("{}: {}", chart.x.label, with_commas(fmt::format("{:.7g}", point.x))),
        fmt::format("{}: {:.4g}", chart.y.label, point.y)};
    if (point.low <= point.y && point.y <= point.high && point.low < point.high)
        lines.push_back(fmt::format("quartiles: {:.4g} to {:.4g}", point.low, point.high));
    return lines;
}

std::vector<std::string> describe_bar(const bench::Chart& chart, const ChartGeometry::Bar& bar) {
    if (const auto* stacks = std::get_if<chart::StackedBarChart>(&chart)) {
        const chart::StackedBarChart::Bar& shown = stacks->bars[bar.bar];
        return {fmt::format("{}, {}", shown.name, shown.group), stacks->part_names[bar.part],
                fmt::format("{}: {:.4g}", stacks->y.label, shown.parts[bar.part])};
    }
    const auto& bars = std::get<chart::GroupedBarChart>(chart);
    return {bars.series[bar.part], bars.groups[bar.bar],
            fmt::format("{}: {:.4g}", bars.y.label, bars.values[bar.bar][bar.part].value_or(0))};
}

void mark(ImDrawList& list, const Look& look, const ChartCanvas& canvas, const ChartGeometry& geometry,
          const ChartHit& hit) {
    const Palette& palette = look.palette();
    switch (hit.kind) {
    case ChartHit::Kind::key: {
        const chart::Rect& area = geometry.keys[hit.index].area;
        list.AddRectFilled(canvas.at({area.left - 4, area.top}), canvas.at({area.right + 4, area.bottom}),
                           with_alpha(palette.text, 0.08f), look.px(4));
        return;
    }
    case ChartHit::Kind::bar: {
        const chart::Rect& area = geometry.bars[hit.index].area;
        const ImVec2 least = canvas.at({area.left, area.top}), most = canvas.at({area.right, area.bottom});
        const float grow = look.px(1);
        list.AddRect({least.x - grow, least.y - grow}, {most.x + grow, most.y + grow}, palette.text,
                     look.px(2), 0, look.px(1));
        return;
    }
    case ChartHit::Kind::spot: {
        const chart::Point at = geometry.spots[hit.index].at;
        const ImU32 line = with_alpha(palette.text, 0.35f);
        list.AddLine(canvas.at({at.x, geometry.plot.top}), canvas.at({at.x, geometry.plot.bottom}), line);
        list.AddLine(canvas.at({geometry.plot.left, at.y}), canvas.at({geometry.plot.right, at.y}), line);
        list.AddCircle(canvas.at(at), look.px(8), palette.text, 0, look.px(1.5f));
        return;
    }
    }
}

void show(const Look& look, const std::vector<std::string>& lines) {
    ImGui::BeginTooltip();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i == 1)
            ImGui::PushStyleColor(ImGuiCol_Text, look.palette().dim);
        ImGui::TextUnformatted(lines[i].c_str());
    }
    if (lines.size() > 1)
        ImGui::PopStyleColor();
    ImGui::EndTooltip();
}

void toggle_hidden(ChartChoices& choices, const std::string& name) {
    if (choices.hidden.erase(name) == 0)
        choices.hidden.insert(name);
}

} // namespace

std::optional<ChartHit> hit(const ChartGeometry& geometry, chart::Point at, double reach) {
    const auto index_in = [](const auto& list, auto item) {
        return static_cast<std::size_t>(item - list.begin());
    };
    const auto holds = [at](const auto& item) { return item.area.contains(at); };
    if (const auto key = std::ranges::find_if(geometry.keys, holds); key != geometry.keys.end())
        return ChartHit{ChartHit::Kind::key, index_in(geometry.keys, key)};
    if (const auto bar = std::ranges::find_if(geometry.bars, holds); bar != geometry.bars.end())
        return ChartHit{ChartHit::Kind::bar, index_in(geometry.bars, bar)};
    const auto distance = [at](const ChartGeometry::Spot& spot) {
        return std::hypot(spot.at.x - at.x, spot.at.y - at.y);
    };
    const auto spot = std::ranges::min_element(geometry.spots, {}, distance);
    if (spot == geometry.spots.end() || distance(*spot) > reach)
        return std::nullopt;
    return ChartHit{ChartHit::Kind::spot, index_in(geometry.spots, spot)};
}

std::vector<std::string> describe(const bench::Chart& chart, const ChartGeometry& geometry,
                                  const ChartHit& hit) {
    switch (hit.kind) {
    case ChartHit::Kind::spot:
        return describe_spot(std::get<chart::LineChart>(chart), geometry.spots[hit.index]);
    case ChartHit::Kind::bar: return describe_bar(chart, geometry.bars[hit.index]);
    case ChartHit::Kind::key:
        return {key_names(chart)[geometry.keys[hit.index].series], "Click to hide or show it."};
    }
    return {};
}

std::optional<chart::ChartPoint> draw_chart(const Look& look, const bench::Chart& chart,
                                            ChartChoices& choices) {
    std::optional<chart::ChartPoint> picked;
    ImGui::BeginChild("chart", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
    const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ChartCanvas canvas(list, look, look.palette(), origin);
    const ChartGeometry geometry =
        draw(canvas, chart, {std::floor(room.x) / look.scale, std::floor(room.y) / look.scale}, choices);
    const ImVec2 end = canvas.at({geometry.width, geometry.height});
    ImGui::Dummy({end.x - origin.x, end.y - origin.y});
    if (ImGui::IsItemHovered()) {
        const ImVec2 mouse = ImGui::GetMousePos();
        const chart::Point at{(mouse.x - origin.x) / look.scale, (mouse.y - origin.y) / look.scale};
        if (const auto found = hit(geometry, at, mouse_reach)) {
            mark(list, look, canvas, geometry, *found);
            show(look, describe(chart, geometry, *found));
            const bool clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
            if (found->kind != ChartHit::Kind::bar)
                show_clickable_here();
            if (clicked && found->kind == ChartHit::Kind::key)
                toggle_hidden(choices, key_names(chart)[geometry.keys[found->index].series]);
            if (const auto* lines = std::get_if<chart::LineChart>(&chart);
                clicked && lines && found->kind == ChartHit::Kind::spot)
                picked = lines->series[geometry.spots[found->index].series]
                             .points[geometry.spots[found->index].point];
        }
    }
    ImGui::EndChild();
    return picked;
}

} // namespace scanline::view
