#include "kit/canvas.h"

#include "kit/focus.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace scanline::view {

bool Rect::is_crossed_by(ImVec2 from, ImVec2 to) const {
    // The part of the line between both pairs of edges.
    float begin = 0, end = 1;
    for (const auto& [start, way, least, most] :
         {std::array{from.x, to.x - from.x, left, right}, std::array{from.y, to.y - from.y, top, bottom}}) {
        if (way == 0) {
            if (start <= least || start >= most)
                return false;
            continue;
        }
        const float a = (least - start) / way, b = (most - start) / way;
        begin = std::max(begin, std::min(a, b));
        end = std::min(end, std::max(a, b));
    }
    return begin < end;
}

void fill(ImDrawList& list, const Rect& rect, ImU32 colour, float rounding) {
    list.AddRectFilled(rect.low(), rect.high(), colour, rounding);
}

void outline(ImDrawList& list, const Rect& rect, ImU32 colour, float rounding, float thickness) {
    list.AddRect(rect.low(), rect.high(), colour, rounding, 0, thickness);
}

void hatch(ImDrawList& list, const Rect& rect, float pitch, ImU32 colour, float thickness) {
    list.PushClipRect(rect.low(), rect.high(), true);
    const float slope = rect.height();
    const int lines = static_cast<int>(std::ceil((rect.width() + slope) / pitch));
    for (int i = 0; i < lines; ++i) {
        const float x = rect.left - slope + static_cast<float>(i) * pitch;
        list.AddLine({x, rect.bottom}, {x + slope, rect.top}, colour, thickness);
    }
    list.PopClipRect();
}

float width_of(const ImFont* font, std::string_view text) {
    text = text.substr(0, longest_line);
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

const ImFont* fitting_font(const Look& look, ImVec2 room, std::string_view text) {
    for (const ImFont* font : {look.fonts.heading, look.fonts.text, look.fonts.small}) {
        const float height = font->FontSize * (font == look.fonts.heading ? 2.0f : 1.1f);
        if (height <= room.y && width_of(font, text) <= room.x)
            return font;
    }
    return nullptr;
}

void write(ImDrawList& list, const ImFont* font, ImVec2 at, ImU32 colour, std::string_view text, float x) {
    text = text.substr(0, longest_line);
    list.AddText(font, font->FontSize, {x == 0 ? at.x : at.x - x * width_of(font, text), at.y}, colour,
                 text.data(), text.data() + text.size());
}

bool write_inside(ImDrawList& list, const ImFont* font, const Rect& rect, ImU32 colour, std::string_view text,
                  float x, ImU32 plate) {
    const float width = width_of(font, text);
    if (width > rect.width())
        return false;
    const ImVec2 at{std::round(rect.left + x * (rect.width() - width)),
                    std::round(rect.middle_y() - font->FontSize / 2)};
    if (plate != 0)
        fill(list, Rect::of(at, {width, font->FontSize}).inset(-font->FontSize / 5, 0), plate);
    write(list, font, at, colour, text);
    return true;
}

std::string elided(const std::string& text, const std::function<bool(const std::string&)>& fits) {
    const auto fits_to = [&](std::size_t end) { return end == 0 || fits(text.substr(0, end) + "..."); };
    const auto whole_before = [&](std::size_t end) {
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u)
            --end;
        return end;
    };
    // Ever longer ones first, so that little more is measured than fits.
    constexpr std::size_t first_measured = 64;
    std::size_t good = 0, bad = first_measured;
    while (bad < text.size() && fits_to(whole_before(bad)))
        good = std::exchange(bad, 2 * bad);
    if (text.size() <= 2 * bad && fits(text)) // the dots may be wider than the end
        return text;
    bad = std::min(bad, text.size());
    while (bad - good > 1) {
        const std::size_t middle = good + (bad - good) / 2;
        (fits_to(whole_before(middle)) ? good : bad) = middle;
    }
    good = whole_before(good);
    return good == 0 ? "" : text.substr(0, good) + "...";
}

float write_cut(ImDrawList& list, const ImFont* font, ImVec2 at, float room, ImU32 colour,
                const std::string& text) {
    const std::string cut =
        elided(text, [&](const std::string& part) { return width_of(font, part) <= room; });
    write(list, font, at, colour, cut);
    return width_of(font, cut);
}

void write_message(ImDrawList& list, const Look& look, const Rect& rect, const std::string& text,
                   float margin) {
    const ImFont* font = look.fonts.text;
    const float wrap = std::max(1.0f, rect.width() - 2 * margin);
    const ImVec2 size = font->CalcTextSizeA(font->FontSize, FLT_MAX, wrap, text.c_str());
    list.AddText(font, font->FontSize, {rect.middle_x() - size.x / 2, rect.middle_y() - size.y / 2},
                 look.palette().dim, text.c_str(), nullptr, wrap);
}

void write_message(const Look& look, const std::string& text) {
    write_message(*ImGui::GetWindowDrawList(), look,
                  Rect::of(ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail()), text, look.px(20));
}

void arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float leave, float enter, ImU32 colour, float thickness,
           float head, int segments) {
    // Ends in the middle of the head; a thick line would protrude from its tip.
    const ImVec2 end{to.x, to.y + (enter > 0 ? -0.5f : 0.5f) * head};
    list.AddBezierCubic(from, {from.x, from.y + leave}, {end.x, end.y - enter}, end, colour, thickness,
                        segments);
    if (head > 0)
        arrow_head(list, to, enter > 0, head, colour);
}

void arrow_head(ImDrawList& list, ImVec2 tip, bool down, float length, ImU32 colour) {
    const float base = tip.y + (down ? -1.4f : 1.4f) * length;
    list.AddTriangleFilled(tip, {tip.x - 0.8f * length, base}, {tip.x + 0.8f * length, base}, colour);
}

float draw_key(ImDrawList& list, const Look& look, ImVec2 at, ImU32 colour, std::string_view text) {
    const ImFont* font = look.fonts.small;
    const float side = look.px(10);
    const Rect square = Rect::of({at.x, at.y + (font->FontSize - side) / 2 + look.px(1)}, {side, side});
    fill(list, square, colour, look.px(2));
    outline(list, square, look.palette().line, look.px(2));
    write(list, font, {square.right + look.px(5), at.y}, look.palette().dim, text);
    return at.x + key_width(look, text);
}

float key_width(const Look& look, std::string_view text) {
    return look.px(27) + width_of(look.fonts.small, text);
}

bool is_hovered(const Rect& rect) {
    return ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(rect.low(), rect.high());
}

void show_clickable() {
    offer_focus();
    if (ImGui::IsItemHovered())
        show_clickable_here();
}

void show_clickable_here() {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

void wrapped_tooltip(const std::string& text) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
    ImGui::TextUnformatted(text.c_str(), text.c_str() + std::min(text.size(), longest_line));
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

std::optional<ImVec2> LabelPlaces::find(ImVec2 point, ImVec2 size, const Look& look, float away) {
    const float right = look.px(7) + away, left = -right - size.x;
    const float above = -look.px(2) - size.y, below = look.px(2), beside = -size.y / 2;
    std::optional<Rect> found;
    for (const ImVec2 offset : std::array<ImVec2, 8>{{{right, above},
                                                      {left, above},
                                                      {right, below},
                                                      {left, below},
                                                      {right, beside},
                                                      {left, beside},
                                                      {-size.x / 2, -right - size.y},
                                                      {-size.x / 2, right}}}) {
        const Rect place = Rect::of({point.x + offset.x, point.y + offset.y}, size);
        if (!within_.contains(place) ||
            std::ranges::any_of(taken_, [&](const Rect& other) { return place.overlaps(other); }))
            continue;
        const bool clear = std::ranges::none_of(
            lines_, [&](const auto& line) { return place.is_crossed_by(line.first, line.second); });
        if (clear || !found)
            found = place;
        if (clear)
            break;
    }
    if (!found)
        return std::nullopt;
    take(*found);
    return found->low();
}

} // namespace scanline::view
