#include "panels/panels.h"
#include "scanline/view/widgets.h"

#include <fmt/format.h>

namespace scanline::view {

bool draw_status_line(const Look& look, const Status& status) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = look.px(22);
    ImFont* font = look.fonts.small;
    const float y = at.y + (height - font->FontSize) / 2;
    const auto width_of = [&](const std::string& text) {
        return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.c_str()).x;
    };

    // From the right: the log, the time of a frame, then what is being waited for.
    const bool problems = status.errors > 0 || status.warnings > 0;
    const std::string log =
        !problems ? "Log"
                  : fmt::format("Log: {} error{}, {} warning{}", status.errors, status.errors == 1 ? "" : "s",
                                status.warnings, status.warnings == 1 ? "" : "s");
    float right = at.x + width - width_of(log);
    ImGui::SetCursorScreenPos({right - look.px(6), at.y});
    const bool clicked = ImGui::InvisibleButton("log", {width_of(log) + look.px(6), height});
    tooltip("Show or hide the log (L)");
    const ImU32 loud = status.errors > 0     ? palette.error
                       : status.warnings > 0 ? palette.warning
                                             : palette.dim;
    list.AddText(font, font->FontSize, {right, y}, ImGui::IsItemHovered() ? palette.text : loud, log.c_str());

    if (status.frame_milliseconds > 0) {
        const std::string frame = fmt::format("frame {:.1f} ms", status.frame_milliseconds);
        // As wide as it can become, so that it does not wander.
        right -= width_of("frame 000.0 ms") + look.px(18);
        list.AddText(font, font->FontSize, {right, y}, palette.dim, frame.c_str());
    }
    if (!status.busy.empty()) {
        right -= width_of(status.busy) + look.px(18);
        list.AddText(font, font->FontSize, {right, y}, palette.accent, status.busy.c_str());
    }
    const std::string machine =
        fmt::format("{}   OpenGL {}   timer {}", status.gpu, status.driver, status.timer);
    list.PushClipRect(at, {right - look.px(12), at.y + height}, true);
    list.AddText(font, font->FontSize, {at.x, y}, palette.dim, machine.c_str());
    list.PopClipRect();
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({std::max(1.0f, right - look.px(12) - at.x), height});
    tooltip(machine.c_str());
    return clicked;
}

} // namespace scanline::view
