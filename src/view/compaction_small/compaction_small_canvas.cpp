#include "compaction_small/compaction_small_canvas.h"

#include "compaction_small/compaction_small_cells.h"

#include <algorithm>

namespace scanline::view {

void SmallCanvas::keep_in_view(const Look& look, const SmallGeometry& geometry, const SmallView& view) {
    if (shown_ == view.step && shown_selected_ == view.selected)
        return;
    shown_ = view.step;
    shown_selected_ = view.selected;
    const Box row = geometry.row(view.step.row);
    const float margin = look.px(34), room = ImGui::GetWindowHeight();
    float top = row.y - margin, bottom = row.bottom() + margin;
    float left = 0, right = 0;
    if (view.step.probe && *view.step.probe < view.probes.size()) {
        const Box probed = geometry.cell(view.probes[*view.step.probe].cell);
        left = probed.x - geometry.label_width() - margin;
        right = probed.right() + margin;
        // The fetched cell counts more than the output, where both do not fit.
        top = std::min(top, probed.y - margin);
        bottom = std::min(bottom, top + room);
    }
    const float scroll_y = ImGui::GetScrollY();
    if (top < scroll_y)
        ImGui::SetScrollY(std::max(0.0f, top));
    else if (bottom > scroll_y + room)
        ImGui::SetScrollY(bottom - room);
    const float scroll_x = ImGui::GetScrollX();
    if (right > left && left < scroll_x)
        ImGui::SetScrollX(std::max(0.0f, left));
    else if (right > scroll_x + ImGui::GetWindowWidth())
        ImGui::SetScrollX(right - ImGui::GetWindowWidth());
}

SmallCanvas::Result SmallCanvas::draw(const Look& look, const SmallView& view) {
    Result result;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, look.palette().background);
    ImGui::BeginChild("sheet", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const SmallGeometry geometry(view.model, look.scale, room.x, room.y);
    const ImVec2 window = ImGui::GetWindowPos(), origin = ImGui::GetCursorScreenPos();
    ImGui::Dummy({geometry.width(), geometry.height()});
    keep_in_view(look, geometry, view);

    const SmallSheet sheet(look, geometry, view, origin);
    sheet.draw_ground();
    sheet.draw_paths(1.0f);
    sheet.draw_cells();
    // Numbers under an arrow can still be read.
    sheet.draw_paths(0.3f);
    sheet.draw_search_marks();
    sheet.draw_names(window.x);

    // A wheel that has nothing to scroll up or down scrolls to the side.
    if (ImGui::IsWindowHovered() && ImGui::GetScrollMaxY() == 0 && ImGui::GetIO().MouseWheel != 0)
        ImGui::SetScrollX(ImGui::GetScrollX() - ImGui::GetIO().MouseWheel * look.px(80));

    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (ImGui::IsWindowHovered() && mouse.x > window.x + geometry.label_width() - look.px(8)) {
        const std::size_t last = view.step.probe ? view.step.row - 1 : view.step.row;
        result.hovered = geometry.cell_at(mouse.x - origin.x, mouse.y - origin.y, last);
        if (!result.hovered)
            result.hovered = geometry.cell_at(mouse.x - origin.x, mouse.y - origin.y, view.step.row);
        if (result.hovered && ImGui::IsMouseClicked(0))
            result.clicked = result.hovered;
        if (result.hovered && ImGui::IsMouseClicked(1))
            result.followed = result.hovered;
    }
    ImGui::EndChild();
    ImGui::PopStyleColor();
    return result;
}

} // namespace scanline::view
