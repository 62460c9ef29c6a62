#include "panels/panels.h"

#include <algorithm>

namespace scanline::view {

bool begin_dialog(const Look& look, const char* title, ImVec2 size) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(
        {std::min(look.px(size.x), display.x * 0.9f), std::min(look.px(size.y), display.y * 0.85f)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(18), look.px(16)});
    const bool visible = ImGui::BeginPopupModal(
        title, nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoTitleBar);
    ImGui::PopStyleVar();
    if (!visible)
        return false;
    ImGui::PushFont(look.fonts.heading);
    ImGui::TextUnformatted(title);
    ImGui::PopFont();
    ImGui::Dummy({0, look.px(4)});
    return true;
}

} // namespace scanline::view
