#include "shell/panels.h"

#include "kit/canvas.h"
#include "kit/focus.h"
#include "kit/widgets.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <string_view>

namespace scanline::view {

namespace {

void draw_item(const Actions& actions, const Action& action) {
    const std::string shortcut = to_string(action.shortcut);
    const bool checked = action.checked && action.checked();
    const bool picked = ImGui::MenuItem(action.title.c_str(), shortcut.c_str(), checked, is_enabled(action));
    tooltip(action.description.c_str());
    if (picked)
        actions.run(action.id);
}

enum class Sign { first, back, play, pause, forward, last };

// Triangles and bars in a square around a point: media player symbols, which no typeface has in one style.
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
    const auto text_of = [](double speed) { return fmt::format("{:g} /s", speed); };
    if (!ImGui::BeginCombo("##speed", text_of(transport.speed()).c_str())) {
        tooltip("Steps a second while playing (+ and -)");
        return;
    }
    for (double speed = Transport::slowest; speed <= Transport::fastest; speed *= 2) {
        if (ImGui::Selectable(text_of(speed).c_str(), speed == transport.speed()))
            transport.set_speed(speed);
        offer_focus();
    }
    ImGui::EndCombo();
}

// The position on a line, with a tick for each step if there is room; can be clicked and dragged.
void draw_scrubber(const Look& look, Transport& transport, float width) {
    const float height = look.px(32), inset = look.px(8);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("##scrubber", {width, height});
    const int steps = transport.count() - 1;
    const float left = at.x + inset, length = width - 2 * inset, middle = at.y + height / 2;
    // The position of the release counts too: a fast mouse gets there between two frames. If the window loses
    // focus, the release has no position.
    if ((ImGui::IsItemActive() || ImGui::IsItemDeactivated()) && ImGui::IsMousePosValid() && steps > 0) {
        const float place = (ImGui::GetIO().MousePos.x - left) / length;
        const int position = static_cast<int>(std::lround(place * static_cast<float>(steps)));
        if (position != transport.position())
            transport.seek(position);
    }
    const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    if (held || hovered)
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (hovered) // not tooltip(): a key cannot drag
        wrapped_tooltip("Drag to any step");
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
    list.AddCircleFilled({x(transport.position()), middle}, look.px(held || hovered ? 8 : 7), palette.accent);
}

} // namespace

void draw_menu_bar(const Look& look, const Actions& actions) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(8), look.px(8)});
    // The chosen action may add or remove actions.
    const std::vector<Action> all = actions.all();
    std::vector<std::string> menus;
    for (const Action& action : all) {
        if (!action.menu.empty() && std::ranges::count(menus, action.menu) == 0)
            menus.push_back(action.menu);
    }
    // Those of the scene came after it.
    std::ranges::stable_partition(menus, [](const std::string& menu) { return menu != "Help"; });
    for (const std::string& menu : menus) {
        if (!ImGui::BeginMenu(menu.c_str())) {
            offer_focus();
            continue;
        }
        std::string_view group;
        for (const Action& action : all) {
            if (action.menu != menu)
                continue;
            // Related commands share the first part of their name.
            const std::string_view own = std::string_view(action.id).substr(0, action.id.find('.'));
            if (!group.empty() && own != group)
                ImGui::Separator();
            group = own;
            draw_item(actions, action);
        }
        ImGui::EndMenu();
    }
    ImGui::PopStyleVar();
}

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
    // Below some width a scrubber is of little use; the text is truncated first.
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
    const ImFont* font = look.fonts.text;
    const float y = at.y + (look.px(32) - font->FontSize) / 2;
    write(list, font, {at.x, y}, look.palette().dim, number);
    const float begin = at.x + width_of(font, number) + look.px(12);
    write_cut(list, font, {begin, y}, end.x - begin, look.palette().text, text);
    ImGui::Dummy({end.x - at.x, end.y - at.y});
    tooltip(text.empty() ? nullptr : text.c_str());
}

bool draw_status_line(const Look& look, const Worker& worker, const Log& log, const std::string& busy,
                      double frame_milliseconds) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = look.px(22);
    ImFont* font = look.fonts.small;
    const float y = at.y + (height - font->FontSize) / 2;
    const auto count = [&log](Severity severity) {
        return std::ranges::count(log.entries(), severity, &LogEntry::severity);
    };

    // From the right: the log, the frame time, then pending work.
    const auto errors = count(Severity::error), warnings = count(Severity::warning);
    const std::string label = errors + warnings == 0
                                  ? "Log"
                                  : fmt::format("Log: {} error{}, {} warning{}", errors,
                                                errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s");
    float right = at.x + width - width_of(font, label);
    ImGui::SetCursorScreenPos({right - look.px(6), at.y});
    const bool clicked = ImGui::InvisibleButton("log", {width_of(font, label) + look.px(6), height});
    show_clickable();
    tooltip("Show or hide the log (L)");
    const ImU32 loud = errors > 0 ? palette.error : warnings > 0 ? palette.warning : palette.dim;
    write(list, font, {right, y}, ImGui::IsItemHovered() ? palette.text : loud, label);

    if (frame_milliseconds > 0) {
        const std::string frame = fmt::format("frame {:.1f} ms", frame_milliseconds);
        // Reserves the maximum width, so that the text does not shift.
        right -= width_of(font, "frame 000.0 ms") + look.px(18);
        write(list, font, {right, y}, palette.dim, frame);
    }
    if (!busy.empty()) {
        right -= width_of(font, busy) + look.px(18);
        write(list, font, {right, y}, palette.accent, busy);
    }
    const std::string machine = fmt::format("{}   OpenGL {}   timer {}", worker.capabilities().renderer,
                                            worker.capabilities().version_text, to_string(worker.timer()));
    list.PushClipRect(at, {right - look.px(12), at.y + height}, true);
    write(list, font, {at.x, y}, palette.dim, machine);
    list.PopClipRect();
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({std::max(1.0f, right - look.px(12) - at.x), height});
    if (at.x + width_of(font, machine) > right - look.px(12))
        tooltip(machine.c_str());
    return clicked;
}

void draw_log_panel(const Look& look, const Log& log) {
    const Palette& palette = look.palette();
    ImGui::PushFont(look.fonts.mono);
    if (log.entries().empty())
        ImGui::TextDisabled("Nothing has been said yet.");
    for (const LogEntry& entry : log.entries()) {
        const ImU32 colour = entry.severity == Severity::error     ? palette.error
                             : entry.severity == Severity::warning ? palette.warning
                                                                   : palette.text;
        coloured_text(
            palette.dim,
            fmt::format("{:%H:%M:%S}", fmt::localtime(std::chrono::system_clock::to_time_t(entry.time))));
        ImGui::SameLine();
        coloured_text(colour, entry.text, true);
    }
    // Follows the end until the user scrolls away from it.
    if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY())
        ImGui::SetScrollHereY(1);
    ImGui::PopFont();
}

} // namespace scanline::view
