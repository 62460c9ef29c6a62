#include "panels/panels.h"

#include <algorithm>
#include <imgui_stdlib.h>

namespace scanline::view {

void draw_error_dialog(const Look& look, Log& log) {
    constexpr const char* title = "Something went wrong";
    if (log.pending_errors().empty())
        return;
    if (!ImGui::IsPopupOpen(title))
        ImGui::OpenPopup(title);
    if (!begin_dialog(look, title, {560, 0}))
        return;
    std::string text;
    for (const std::string& error : log.pending_errors())
        text += (text.empty() ? "" : "\n\n") + error;
    // A driver's log may be long.
    ImGui::BeginChild(
        "text",
        {0, std::min(ImGui::CalcTextSize(text.c_str(), nullptr, false, ImGui::GetContentRegionAvail().x).y +
                         look.px(8),
                     ImGui::GetIO().DisplaySize.y * 0.6f)});
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndChild();
    ImGui::Dummy({0, look.px(4)});
    if (ImGui::Button("Copy text", {look.px(110), 0}))
        ImGui::SetClipboardText(text.c_str());
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - look.px(110));
    const bool dismissed = ImGui::Button("Dismiss", {look.px(110), 0}) ||
                           ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false) ||
                           ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
    if (dismissed) {
        log.dismiss_errors();
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

} // namespace scanline::view
