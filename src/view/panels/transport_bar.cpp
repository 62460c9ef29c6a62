#include "panels/panels.h"
#include "scanline/view/widgets.h"

#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

namespace {

enum class Sign { first, back, play, pause, forward, last };

// Triangles and bars in a square around a point: the signs of players, which no typeface here has in one
// style.
void draw_sign(ImDrawList& list, Sign sign, ImVec2 middle, float radius, ImU32 colour) {
    const auto triangle = [&](float x, float direction) {
        const float tip = middle.x + x + direction * radius * 0.8f,
                    base = middle.x + x - direction * radius * 0.5f;
        const ImVec2 a{base, middle.y - radius * 0.8f}, b{base, middle.y + radius * 0.8f}, c{tip, middle.y};
        direction > 0 ? list.AddTriangleFilled(a, c, b, colour) : list.AddTriangleFilled(a, b, c, colour);
    };
    const auto bar = [&](float x) {
        list.AddRectFilled({middle.x + x - radius * 0.18f, middle.y - radius * 0.8f},
                           {middle.x + x + radius * 0.18f, middle.y + radius * 0.8f}, colour);
    };
    switch (sign) {
    case Sign::first:
        bar(-radius * 0.7f);
        triangle(radius * 0.2f, -1);
        return;
    case Sign::back: triangle(-radius * 0.1f, -1); return;
    case Sign::play: triangle(0, 1); return;
    case Sign::pause:
        bar(-radius * 0.4f);
        bar(radius * 0.4f);
        return;
    case Sign::forward: triangle(radius * 0.1f, 1); return;
    case Sign::last:
        triangle(-radius * 0.2f, 1);
        bar(radius * 0.7f);
        return;
    }
}

void sign_button(const Look& look, const Actions& actions, const char* id, Sign sign) {
    const Action* action = actions.find(id);
    if (!action)
        return;
    const bool enabled = is_enabled(*action);
    const float side = look.px(32);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::BeginDisabled(!enabled);
    if (ImGui::InvisibleButton(id, {side, side}))
        actions.run(id);
    ImGui::EndDisabled();
    const bool hovered = ImGui::IsItemHovered();
    const std::string text = fmt::format("{} {}", action->description, to_string(action->shortcut));
    tooltip(text.c_str());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = look.palette();
    const bool main = sign == Sign::play || sign == Sign::pause;
    const ImU32 plain = main ? palette.accent : palette.raised;
    const ImU32 face = hovered && enabled ? mix(plain, palette.text, 0.15f) : plain;
    list.AddRectFilled(at, {at.x + side, at.y + side}, with_alpha(face, enabled ? 1.0f : 0.4f), look.px(6));
    if (look.theme == Theme::light && !main)
        list.AddRect(at, {at.x + side, at.y + side}, palette.line, look.px(6));
    draw_sign(list, sign, {at.x + side / 2, at.y + side / 2}, look.px(9),
              with_alpha(main ? palette.accent_text : palette.text, enabled ? 1.0f : 0.4f));
    ImGui::SameLine(0, look.px(4));
}

void draw_speed(const Look& look, Transport& transport) {
    ImGui::SetNextItemWidth(look.px(84));
    const std::string shown = fmt::format("{:g} /s", transport.speed());
    if (ImGui::BeginCombo("##speed", shown.c_str())) {
        for (int doublings = 0;; ++doublings) {
            const double speed = std::ldexp(Transport::slowest, doublings);
            if (speed > Transport::fastest)
                break;
            if (ImGui::Selectable(fmt::format("{:g} /s", speed).c_str(), speed == transport.speed()))
                transport.set_speed(speed);
        }
        ImGui::EndCombo();
    } else {
        tooltip("Steps a second while playing (+ and -)");
    }
}

// The position on a line with a tick for each step where there is room, to be clicked and dragged.
void draw_scrubber(const Look& look, Transport& transport, float width) {
    const float height = look.px(32), inset = look.px(8);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("##scrubber", {width, height});
    const int steps = transport.count() - 1;
    const float left = at.x + inset, length = width - 2 * inset, middle = at.y + height / 2;
    // Where the button is let go counts too: a fast mouse gets there between two frames. A window that loses
    // the focus lets it go nowhere.
    if ((ImGui::IsItemActive() || ImGui::IsItemDeactivated()) && ImGui::IsMousePosValid() && steps > 0) {
        const float place = (ImGui::GetIO().MousePos.x - left) / length;
        const int position = static_cast<int>(std::lround(place * static_cast<float>(steps)));
        if (position != transport.position())
            transport.seek(position);
    }
    tooltip("Drag to any step");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = look.palette();
    const auto x = [&](int step) {
        return left + (steps > 0 ? length * static_cast<float>(step) / static_cast<float>(steps) : 0);
    };
    const float thickness = look.px(4);
    const auto line = [&](float from, float to, ImU32 colour) {
        list.AddRectFilled({from, middle - thickness / 2}, {to, middle + thickness / 2}, colour,
                           thickness / 2);
    };
    line(left, left + length, mix(palette.panel, palette.line, 0.8f));
    line(left, x(transport.position()), palette.accent);
    if (steps > 0 && length / static_cast<float>(steps) >= look.px(7)) {
        for (int step = 0; step <= steps; ++step)
            list.AddCircleFilled({x(step), middle}, look.px(3),
                                 step <= transport.position() ? palette.accent : palette.line);
    }
    const bool held = ImGui::IsItemHovered() || ImGui::IsItemActive();
    list.AddCircleFilled({x(transport.position()), middle}, look.px(held ? 8 : 7), palette.accent);
}

} // namespace

void draw_transport_bar(const Look& look, const Actions& actions, Transport& transport,
                        const std::string& text) {
    sign_button(look, actions, "transport.first", Sign::first);
    sign_button(look, actions, "transport.back", Sign::back);
    sign_button(look, actions, "transport.play", transport.playing() ? Sign::pause : Sign::play);
    sign_button(look, actions, "transport.forward", Sign::forward);
    sign_button(look, actions, "transport.last", Sign::last);
    const float top = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(top + (look.px(32) - ImGui::GetFrameHeight()) / 2);
    draw_speed(look, transport);
    ImGui::SameLine(0, look.px(12));
    const float room = ImGui::GetContentRegionAvail().x;
    // A scrubber is worth little below some width; the text is cut off before it goes.
    const float scrubber = std::max(look.px(140), room * 0.5f);
    ImGui::SetCursorPosY(top);
    draw_scrubber(look, transport, scrubber);
    ImGui::SameLine(0, look.px(12));

    const std::string number = transport.count() > 0
                                   ? fmt::format("{} / {}", transport.position(), transport.count() - 1)
                                   : "no steps";
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end{at.x + ImGui::GetContentRegionAvail().x, at.y + look.px(32)};
    list.PushClipRect(at, end, true);
    const float size = look.fonts.text->FontSize;
    const float y = at.y + (look.px(32) - size) / 2;
    list.AddText(look.fonts.text, size, {at.x, y}, look.palette().dim, number.c_str());
    const float gap = look.fonts.text->CalcTextSizeA(size, FLT_MAX, 0, number.c_str()).x + look.px(12);
    list.AddText(look.fonts.text, size, {at.x + gap, y}, look.palette().text, text.c_str());
    list.PopClipRect();
    ImGui::Dummy({end.x - at.x, end.y - at.y});
    tooltip(text.empty() ? nullptr : text.c_str());
}

} // namespace scanline::view
