#include "kit/zoom.h"

#include "kit/gesture.h"
#include "kit/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scanline::view {

namespace {

constexpr float wheel_factor = 1.2f, map_width = 168, map_height = 96, map_margin = 10;

// A little more than what is visible does not need a map.
constexpr float slack = 1.02f;

/// Where contents begin within the room of one axis: they leave no gap at either end, or are centred.
float placed(float offset, float contents, float room) {
    return contents <= room ? (room - contents) / 2 : std::clamp(offset, room - contents, 0.0f);
}

/// How far an interval moves to lie within the room of one axis.
float way_into(float low, float high, float room_low, float room_high) {
    if (low < room_low || high - low > room_high - room_low)
        return room_low - low;
    return std::min(0.0f, room_high - high);
}

} // namespace

std::optional<ImVec2> draw_minimap(const Look& look, const Rect& canvas, const Rect& contents,
                                   const std::function<void(ImDrawList&, const Rect&)>& paint,
                                   const Rect& free) {
    if (contents.width() <= canvas.width() * slack && contents.height() <= canvas.height() * slack)
        return std::nullopt;
    const float shrink =
        std::min({look.px(map_width) / contents.width(), look.px(map_height) / contents.height(),
                  0.3f * canvas.width() / contents.width(), 0.3f * canvas.height() / contents.height()});
    const ImVec2 size{std::max(contents.width() * shrink, look.px(12)),
                      std::max(contents.height() * shrink, look.px(12))};
    const float margin = look.px(map_margin);
    const float left = canvas.left + margin, right = canvas.right - margin - size.x,
                top = canvas.top + margin, bottom = canvas.bottom - margin - size.y;
    const std::array corners{ImVec2{right, bottom}, ImVec2{right, top}, ImVec2{left, bottom}};
    const auto is_free = [&](ImVec2 corner) { return !Rect::of(corner, size).inset(-margin).overlaps(free); };
    const auto* const corner = std::ranges::find_if(corners, is_free);
    const Rect map = Rect::of(corner == corners.end() ? corners.front() : *corner, size);
    const ImVec2 cursor = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos(map.low());
    ImGui::InvisibleButton(map_name, map.size());
    const bool held = ImGui::IsItemActive();
    if (held || ImGui::IsItemHovered())
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    if (ImGui::IsItemHovered())
        wrapped_tooltip("The whole picture, and the part that is shown. Drag the frame to move it.");
    ImGui::SetCursorScreenPos(cursor);

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = look.palette();
    fill(list, map.inset(-look.px(4)), with_alpha(palette.panel, 0.94f), look.px(4));
    outline(list, map.inset(-look.px(4)), palette.line, look.px(4));
    if (paint)
        paint(list, map);
    const auto across = [&](float x) {
        return map.left + std::clamp((x - contents.left) / contents.width(), 0.0f, 1.0f) * map.width();
    };
    const auto down = [&](float y) {
        return map.top + std::clamp((y - contents.top) / contents.height(), 0.0f, 1.0f) * map.height();
    };
    const Rect seen{across(canvas.left), down(canvas.top), across(canvas.right), down(canvas.bottom)};
    fill(list, seen, with_alpha(palette.text, 0.08f));
    outline(list, seen, palette.text, 0, look.px(1.5f));
    if (!held)
        return std::nullopt;
    const ImVec2 mouse = ImGui::GetMousePos();
    return ImVec2{std::clamp((mouse.x - map.left) / map.width(), 0.0f, 1.0f),
                  std::clamp((mouse.y - map.top) / map.height(), 0.0f, 1.0f)};
}

void Zoom::reset() {
    zoom_ = 1;
    offset_ = {0, 0};
    anchor_.reset();
}

void Zoom::zoom_to(float zoom) {
    zoom_at({canvas_.middle_x(), canvas_.middle_y()}, zoom);
}

void Zoom::zoom_at(ImVec2 point, float zoom) {
    zoom_ = std::clamp(zoom, least, most);
    if (contents_.x > 0 && contents_.y > 0)
        anchor_ = Anchor{point,
                         {(point.x - canvas_.left - offset_.x) / contents_.x,
                          (point.y - canvas_.top - offset_.y) / contents_.y}};
}

float Zoom::begin(const Rect& canvas, const std::optional<Rect>& reach) {
    canvas_ = canvas;
    const ImGuiIO& io = ImGui::GetIO();
    const bool hovered = is_hovered(reach.value_or(canvas)) && !ImGui::IsAnyItemActive();
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left))
        panning_ = false;
    else if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        panning_ = hovered && !io.KeyShift && !ImGui::IsAnyItemHovered();
    if (panning_)
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    if (gesture_in(reach.value_or(canvas)) == Gesture::reset)
        reset();
    else if (hovered && io.MouseWheel != 0)
        zoom_at(io.MousePos, zoom_ * std::pow(wheel_factor, io.MouseWheel));
    else if (panning_ && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0))
        offset_ = {offset_.x + io.MouseDelta.x, offset_.y + io.MouseDelta.y};
    return zoom_;
}

ImVec2 Zoom::place(ImVec2 contents) {
    contents_ = contents;
    if (anchor_) {
        offset_ = {anchor_->at.x - canvas_.left - anchor_->fraction.x * contents.x,
                   anchor_->at.y - canvas_.top - anchor_->fraction.y * contents.y};
        anchor_.reset();
    }
    offset_ = {placed(offset_.x, contents.x, canvas_.width()),
               placed(offset_.y, contents.y, canvas_.height())};
    return {canvas_.left + offset_.x, canvas_.top + offset_.y};
}

void Zoom::reveal(const Rect& part) {
    const float x = std::min(24.0f, canvas_.width() / 8), y = std::min(24.0f, canvas_.height() / 8);
    revealed_ = part.moved({-canvas_.left - offset_.x, -canvas_.top - offset_.y});
    offset_.x += way_into(part.left, part.right, canvas_.left + x, canvas_.right - x);
    offset_.y += way_into(part.top, part.bottom, canvas_.top + y, canvas_.bottom - y);
}

void Zoom::end(const Look& look, const std::function<void(ImDrawList&, const Rect&)>& paint) {
    const ImVec2 low{canvas_.left + offset_.x, canvas_.top + offset_.y};
    if (const auto centre =
            draw_minimap(look, canvas_, Rect::of(low, contents_), paint, revealed_.moved(low)))
        offset_ = {canvas_.width() / 2 - centre->x * contents_.x,
                   canvas_.height() / 2 - centre->y * contents_.y};
}

} // namespace scanline::view
