#include "kit/widgets.h"
#include "scanline/core/text.h"
#include "shell/dialog.h"
#include "shell/panels.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

void draw_error_dialog(const Look& look, Log& log) {
    const Dialog dialog(look, "Something went wrong", {560, 0});
    if (!dialog)
        return;
    const std::string text = fmt::format("{}", fmt::join(log.pending_errors(), "\n\n"));
    // A driver's log may be long.
    const float needed =
        ImGui::CalcTextSize(text.c_str(), nullptr, false, ImGui::GetContentRegionAvail().x).y + look.px(8);
    ImGui::BeginChild("text", {0, std::min(needed, ImGui::GetIO().DisplaySize.y * 0.6f)});
    coloured_text(look.palette().text, text, true);
    ImGui::EndChild();
    ImGui::Dummy({0, look.px(4)});
    if (ImGui::Button("Copy text", {look.px(110), 0}))
        ImGui::SetClipboardText(text.c_str());
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - look.px(110));
    if (ImGui::Button("Dismiss", {look.px(110), 0}) || is_pressed(GLFW_KEY_ESCAPE) ||
        is_pressed(GLFW_KEY_ENTER)) {
        log.dismiss_errors();
        ImGui::CloseCurrentPopup();
    }
}

void draw_replace_dialog(const Look& look, Exports& exports) {
    const Dialog dialog(look, "Replace the file?", {520, 0});
    if (!dialog)
        return;
    coloured_text(
        look.palette().text,
        fmt::format("{} exists already. What is in it will be lost.", printable_path(*exports.question())),
        true);
    ImGui::Dummy({0, look.px(4)});
    std::optional<bool> replaces = draw_answers(look, "Replace");
    if (is_pressed(GLFW_KEY_ESCAPE))
        replaces = false;
    if (replaces) {
        exports.answer(*replaces);
        ImGui::CloseCurrentPopup();
    }
}

void draw_shortcut_sheet(const Look& look, const Actions& actions, bool& open) {
    if (!open)
        return;
    const Dialog dialog(look, "Shortcuts", {620, 600});
    if (!dialog)
        return;
    const float below = ImGui::GetFrameHeight() + look.px(10);
    ImGui::BeginChild("list", {0, -below});
    if (ImGui::BeginTable("shortcuts", 2, ImGuiTableFlags_SizingFixedFit)) {
        ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, look.px(130));
        ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
        std::optional<std::string> menu;
        for (const Action& action : actions.all()) {
            // Those of no menu are the presentation's.
            if (action.shortcut.key == 0 || (action.menu.empty() && !is_enabled(action)))
                continue;
            ImGui::TableNextRow();
            if (action.menu != menu) {
                menu = action.menu;
                ImGui::TableNextColumn();
                ImGui::Dummy({0, look.px(4)});
                heading(look, menu->empty() ? "Presentation" : menu->c_str());
                ImGui::TableNextRow();
            }
            ImGui::TableNextColumn();
            coloured_text(look.palette().accent, to_string(action.shortcut));
            ImGui::TableNextColumn();
            coloured_text(look.palette().text, action.description, true);
        }
        ImGui::EndTable();
    }
    ImGui::EndChild();
    const ImVec2 end = ImGui::GetWindowContentRegionMax();
    ImGui::SetCursorPos({end.x - look.px(110), end.y - ImGui::GetFrameHeight()});
    if (ImGui::Button("Close", {look.px(110), 0}) || is_pressed(GLFW_KEY_ESCAPE)) {
        open = false;
        ImGui::CloseCurrentPopup();
    }
}

} // namespace scanline::view
