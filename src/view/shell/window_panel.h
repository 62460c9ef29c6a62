#pragma once
#include <algorithm>
#include <imgui.h>

namespace scanline::view {

inline constexpr ImGuiWindowFlags panel_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                                ImGuiWindowFlags_NoSavedSettings |
                                                ImGuiWindowFlags_NoBringToFrontOnFocus;

/// A panel of the layout: a window at a fixed place.
class WindowPanel {
public:
    WindowPanel(const char* name, ImVec2 at, ImVec2 end, ImU32 background, ImVec2 padding,
                ImGuiWindowFlags more = 0) {
        ImGui::SetNextWindowPos(at);
        ImGui::SetNextWindowSize({std::max(1.0f, end.x - at.x), std::max(1.0f, end.y - at.y)});
        ImGui::PushStyleColor(ImGuiCol_WindowBg, background);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2{1, 1});
        ImGui::Begin(name, nullptr, (panel_flags & ~more) | (more & ~panel_flags));
        ImGui::PopStyleVar(3);
        ImGui::PopStyleColor();
    }
    ~WindowPanel() { ImGui::End(); }
    WindowPanel(const WindowPanel&) = delete;
    WindowPanel& operator=(const WindowPanel&) = delete;
};

} // namespace scanline::view
