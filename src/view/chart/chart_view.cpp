#include "chart/chart_view.h"

#include "chart/chart_canvas.h"
#include "chart/chart_hover.h"

#include "scanline/view/widgets.h"

#include <cmath>

namespace scanline::view {

namespace {

using chart::ChartGeometry;

constexpr double mouse_reach = 40; ///< of the mouse, for points

void mark(ImDrawList& list, const Look& look, const ChartCanvas& canvas, const ChartGeometry& geometry,
          const ChartHit& hit) {
    const Palette& palette = look.palette();
    const auto outline = [&](const chart::Rect& area, float grow) {
        const ImVec2 least = canvas.at({area.left, area.top}), most = canvas.at({area.right, area.bottom});
        list.AddRect({least.x - grow, least.y - grow}, {most.x + grow, most.y + grow}, palette.text,
                     look.px(2), 0, look.px(1));
    };
    switch (hit.kind) {
    case ChartHit::Kind::key: {
        const chart::Rect& area = geometry.keys[hit.index].area;
        list.AddRectFilled(canvas.at({area.left - 4, area.top}), canvas.at({area.right + 4, area.bottom}),
                           with_alpha(palette.text, 0.08f), look.px(4));
        return;
    }
    case ChartHit::Kind::bar: outline(geometry.bars[hit.index].area, look.px(1)); return;
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

void draw_chart(const Look& look, const bench::Chart& chart, ChartChoices& choices) {
    ImGui::BeginChild("chart", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
    const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
    const chart::ChartSize size{std::floor(room.x) / look.scale, std::floor(room.y) / look.scale};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ChartCanvas canvas(list, look, look.palette(), origin);
    const ChartGeometry geometry = std::visit(
        [&](const auto& kind) { return chart::draw(canvas, kind, size, options_of(chart, choices)); }, chart);
    const ImVec2 end = canvas.at({geometry.width, geometry.height});
    ImGui::Dummy({end.x - origin.x, end.y - origin.y});
    if (ImGui::IsItemHovered()) {
        const ImVec2 mouse = ImGui::GetMousePos();
        const chart::Point at{(mouse.x - origin.x) / look.scale, (mouse.y - origin.y) / look.scale};
        if (const auto found = hit(geometry, at, mouse_reach)) {
            mark(list, look, canvas, geometry, *found);
            show(look, describe(chart, geometry, *found));
            if (found->kind == ChartHit::Kind::key && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
                toggle_hidden(choices, key_names(chart)[geometry.keys[found->index].series]);
        }
    }
    ImGui::EndChild();
}

} // namespace scanline::view
