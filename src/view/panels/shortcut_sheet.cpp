#include "panels/panels.h"

namespace scanline::view {

void draw_shortcut_sheet(const Look& look, const Actions& actions, bool& open) {
    constexpr const char* title = "Shortcuts";
    if (!open)
        return;
    if (!ImGui::IsPopupOpen(title))
        ImGui::OpenPopup(title);
    if (!begin_dialog(look, title, {620, 600}))
        return;
    const float below = ImGui::GetFrameHeight() + look.px(10);
    ImGui::BeginChild("list", {0, -below});
    if (ImGui::BeginTable("shortcuts", 2, ImGuiTableFlags_SizingFixedFit)) {
        ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, look.px(130));
        ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
        std::string menu;
        for (const Action& action : actions.all()) {
            if (action.shortcut.key == 0)
                continue;
            ImGui::TableNextRow();
            if (action.menu != menu) {
                menu = action.menu;
                ImGui::TableNextColumn();
                ImGui::Dummy({0, look.px(4)});
                ImGui::PushFont(look.fonts.heading);
                ImGui::TextUnformatted(menu.c_str());
                ImGui::PopFont();
                ImGui::TableNextRow();
            }
            ImGui::TableNextColumn();
            ImGui::PushStyleColor(ImGuiCol_Text, look.palette().accent);
            ImGui::TextUnformatted(to_string(action.shortcut).c_str());
            ImGui::PopStyleColor();
            ImGui::TableNextColumn();
            ImGui::PushTextWrapPos(0);
            ImGui::TextUnformatted(action.description.c_str());
            ImGui::PopTextWrapPos();
        }
        ImGui::EndTable();
    }
    ImGui::EndChild();
    ImGui::SetCursorPos({ImGui::GetWindowContentRegionMax().x - look.px(110),
                         ImGui::GetWindowContentRegionMax().y - ImGui::GetFrameHeight()});
    if (ImGui::Button("Close", {look.px(110), 0}) ||
        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) {
        open = false;
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

} // namespace scanline::view
