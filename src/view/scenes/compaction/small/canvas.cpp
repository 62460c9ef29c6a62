#include "scenes/compaction/small/sheet.h"

#include <algorithm>
#include <utility>

namespace scanline::view::compaction::small {

namespace {

/// At scale 1: a map would cover most of what one of two lower sheets shows.
constexpr float lowest_with_map = 120;

} // namespace

void CellCanvas::keep_in_view(const Look& look, const Geometry& geometry, const View& view, ImVec2 origin,
                              const Rect& canvas) {
    if (shown_ == view.step && shown_selected_ == view.selected)
        return;
    shown_ = view.step;
    shown_selected_ = view.selected;
    // All columns of the row if there is no cell to look at in particular: then nothing moves sideways.
    Rect part = geometry.row(view.step.row).inset(0, -look.px(10)).moved(origin);
    part.left = part.right = canvas.middle_x();
    if (view.shows_chains())
        part.top = origin.y;
    if (view.step.probe && *view.step.probe < view.probes.size())
        part = geometry.cell(view.probes[*view.step.probe].cell).inset(0, -look.px(10)).moved(origin);
    zoom_.reveal(part);
}

CellCanvas::Result CellCanvas::draw(const Look& look, const View& view, const char* id, ImVec2 size) {
    Result result;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, look.palette().background);
    ImGui::BeginChild(id, size, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    const Rect window = Rect::of(ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail());
    Layout layout{{}, view.compared, view.chains != nullptr};
    // The map shows the whole of what has been zoomed out.
    if (layout.close || layout.arcs || zoom_.zoom() >= 1)
        layout = layout_that_fits(view.model, view.step.row, look.scale, window.height(), std::move(layout));
    result.folded = static_cast<std::size_t>(std::ranges::count(layout.shown, false));
    Rect canvas = window;
    canvas.left += Geometry::label_width(look.scale);
    const float zoom = zoom_.begin(canvas);
    const Geometry geometry(view.model, look.scale, window.width(), window.height(), zoom, layout);
    ImVec2 origin = zoom_.place({geometry.width() - geometry.label_width(), geometry.height()});
    origin.x -= geometry.label_width();
    keep_in_view(look, geometry, view, origin, canvas);

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Sheet sheet(look, geometry, view, origin, canvas);
    list.PushClipRect(canvas.low(), canvas.high(), true);
    sheet.draw_ground();
    sheet.draw_paths(1.0f);
    sheet.draw_cells();
    // Faint, so that numbers under an arrow stay legible.
    sheet.draw_paths(0.3f);
    sheet.draw_search_marks();
    sheet.draw_chains();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    result.gesture = gesture_in(canvas);
    if (is_hovered(canvas)) {
        const std::size_t last = view.step.probe ? view.step.row - 1 : view.step.row;
        result.hovered = geometry.cell_at(mouse.x - origin.x, mouse.y - origin.y, last);
        if (!result.hovered)
            result.hovered = geometry.cell_at(mouse.x - origin.x, mouse.y - origin.y, view.step.row);
        if (result.hovered) {
            outline(list, sheet.box(*result.hovered), look.palette().text, look.px(3), look.px(1.5f));
            if (result.hovered->row == view.model.search_row() || view.model.element_of(*result.hovered))
                show_clickable_here();
        } else
            result.chain = sheet.chain_at(mouse);
    }
    list.PopClipRect();
    sheet.draw_names(window.left);
    if (!view.compared || window.height() >= look.px(lowest_with_map))
        zoom_.end(look, [&](ImDrawList& map_list, const Rect& map) { sheet.draw_map(map_list, map); });
    ImGui::EndChild();
    ImGui::PopStyleColor();
    return result;
}

} // namespace scanline::view::compaction::small
