#pragma once
#include "scanline/view/look.h"

#include <imgui.h>

#include <algorithm>

namespace scanline::view {

inline void dialog_heading(const Look& look, const char* text) {
    ImGui::PushFont(look.fonts.heading);
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
}

/// True in the frame in which a key, by GLFW's number, goes down.
inline bool is_pressed(int key) {
    return ImGui::IsKeyPressed(ImGuiKey{key}, false);
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
            dialog_heading(look, title);
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
