#pragma once
#include "kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <optional>

namespace scanline::view {

/// True in the frame in which a key, by GLFW's number, goes down. repeats: and again while it is held.
inline bool is_pressed(int key, bool repeats = false) {
    return ImGui::IsKeyPressed(ImGuiKey{key}, repeats);
}

/// Two buttons at the right end: Cancel, and another, which stands out. Returns true if the other was
/// clicked, false if Cancel was.
inline std::optional<bool> draw_answers(const Look& look, const char* other) {
    const float width = look.px(96);
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - 2 * width - ImGui::GetStyle().ItemSpacing.x);
    const bool cancelled = ImGui::Button("Cancel", {width, 0});
    ImGui::SameLine();
    const bool confirmed = accent_button(look, other, {width, 0});
    return cancelled || confirmed ? std::optional(confirmed) : std::nullopt;
}

/// A centred dialog of at most this size, never larger than most of the window, with its title inside; height
/// 0: fit to the contents. True if it is open and to be filled.
class Dialog {
public:
    Dialog(const Look& look, const char* title, ImVec2 size) {
        if (!ImGui::IsPopupOpen(title))
            ImGui::OpenPopup(title);
        const ImVec2 display = ImGui::GetIO().DisplaySize;
        ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
        ImGui::SetNextWindowSize(
            {std::min(look.px(size.x), display.x * 0.95f), std::min(look.px(size.y), display.y * 0.9f)});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(18), look.px(16)});
        visible_ = ImGui::BeginPopupModal(title, nullptr,
                                          ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                              ImGuiWindowFlags_NoTitleBar);
        ImGui::PopStyleVar();
        if (visible_) {
            heading(look, title);
            ImGui::Dummy({0, look.px(4)});
        }
    }
    ~Dialog() {
        if (visible_)
            ImGui::EndPopup();
    }
    Dialog(const Dialog&) = delete;
    Dialog& operator=(const Dialog&) = delete;

    explicit operator bool() const { return visible_; }

private:
    bool visible_ = false;
};

} // namespace scanline::view
