#include "kdtree/kdtree_marks.h"

#include "kdtree/kdtree_colours.h"
#include "kdtree/kdtree_text.h"

#include <algorithm>
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

void PointLabels::keep_free(ImVec2 at, float radius) {
    taken_.push_back({{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}});
}

bool PointLabels::is_free(const Room& room) const {
    return std::ranges::none_of(taken_, [&](const Room& other) {
        return room.low.x < other.high.x && other.low.x < room.high.x && room.low.y < other.high.y &&
               other.low.y < room.high.y;
    });
}

void PointLabels::draw(ImVec2 at, std::int64_t point, bool lit) {
    ImFont* const font = look_.fonts.small;
    const std::string text = std::to_string(point);
    const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e6f, 0, text.c_str());
    const float right = look_.px(7), left = -right - size.x;
    const float above = -look_.px(2) - size.y, below = look_.px(2), beside = -size.y / 2;
    for (const ImVec2 offset : {ImVec2{right, above},
                                {left, above},
                                {right, below},
                                {left, below},
                                {right, beside},
                                {left, beside}}) {
        const ImVec2 low{at.x + offset.x, at.y + offset.y};
        const Room room{low, {low.x + size.x, low.y + size.y}};
        if (!is_free(room))
            continue;
        taken_.push_back(room);
        // Lines behind them would strike them out.
        const float edge = look_.px(1);
        for (const ImVec2 shift : {ImVec2{-edge, 0}, {edge, 0}, {0, -edge}, {0, edge}})
            list_.AddText(font, font->FontSize, {low.x + shift.x, low.y + shift.y},
                          look_.palette().background, text.c_str());
        list_.AddText(font, font->FontSize, low, lit ? look_.palette().text : look_.palette().dim,
                      text.c_str());
        return;
    }
}

void draw_labels(ImDrawList& list, const Look& look, const KdPicture& picture,
                 const std::vector<ImVec2>& places) {
    if (places.size() > PointLabels::most)
        return;
    PointLabels labels(list, look);
    for (const ImVec2& place : places)
        labels.keep_free(place, point_radius(look, places.size()));
    for (const bool lit : {true, false}) {
        for (std::size_t i = 0; i < places.size(); ++i) {
            const KdRole role = picture.sight.roles[i];
            if ((role == KdRole::median || role == KdRole::found) == lit)
                labels.draw(places[i], picture.run.point_of(picture.run.drawn[i]), lit);
        }
    }
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
    ImGui::SetTooltip("%s",
                      fmt::format("Point {} at {}\nnode {} of {}", run.point_of(node),
                                  place_text(run.bounds, {run.tree.points()[node],
                                                          static_cast<std::size_t>(run.tree.dimensions)}),
                                  node, run.tree.size())
                          .c_str());
}

} // namespace scanline::view
