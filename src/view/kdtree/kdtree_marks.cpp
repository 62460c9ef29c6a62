#include "kdtree/kdtree_marks.h"

#include "kdtree/kdtree_colours.h"
#include "kdtree/kdtree_text.h"

#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

float point_radius(const Look& look, std::size_t points) {
    return look.px(points <= 64 ? 4.5f : points <= 400 ? 3.2f : points <= 2000 ? 2.2f : 1.2f);
}

void draw_point(ImDrawList& list, const Look& look, ImVec2 at, float radius, KdRole role, bool many) {
    const ImU32 colour = colour_of(look, role);
    if (many) {
        list.AddRectFilled({at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}, colour);
        return;
    }
    const bool strong = role == KdRole::median || role == KdRole::found || role == KdRole::repeated;
    list.AddCircleFilled(at, strong ? 1.25f * radius : radius, colour);
    if (strong)
        list.AddCircle(at, 1.25f * radius + look.px(1), look.palette().background, 0, look.px(1));
}

void draw_ring(ImDrawList& list, const Look& look, ImVec2 at, float radius, ImU32 colour) {
    list.AddCircle(at, radius + look.px(4), colour, 0, look.px(2));
}

void draw_query(ImDrawList& list, const Look& look, ImVec2 at) {
    const float arm = look.px(8);
    for (const auto& [colour, width] :
         {std::pair{look.palette().background, look.px(5)}, {look.palette().trace, look.px(2)}}) {
        list.AddLine({at.x - arm, at.y}, {at.x + arm, at.y}, colour, width);
        list.AddLine({at.x, at.y - arm}, {at.x, at.y + arm}, colour, width);
    }
}

void draw_label(ImDrawList& list, const Look& look, ImVec2 at, std::int64_t point, bool lit) {
    const std::string text = std::to_string(point);
    list.AddText(look.fonts.small, look.fonts.small->FontSize, {at.x + look.px(7), at.y - look.px(14)},
                 lit ? look.palette().text : look.palette().dim, text.c_str());
}

void NearestPoint::offer(ImVec2 at, std::int64_t node) {
    if (!hovered_)
        return;
    const ImVec2 mouse = ImGui::GetMousePos();
    const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
    if (distance < greatest_) {
        greatest_ = distance;
        node_ = node;
    }
}

void show_point_tooltip(const KdRun& run, std::int64_t node) {
    if (node < 0)
        return;
    ImGui::SetTooltip("%s", fmt::format("Point {} at {}\nnode {} of {}", run.point_of(node),
                                        place_text({run.tree.points()[node],
                                                    static_cast<std::size_t>(run.tree.dimensions)}),
                                        node, run.tree.size())
                                .c_str());
}

} // namespace scanline::view
