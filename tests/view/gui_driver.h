#pragma once
#include "kit/look.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <functional>
#include <utility>

namespace scanline::view::test {

/// ImGui without a window and without OpenGL: frames of something that draws, with a mouse and keys that
/// tests move.
class GuiDriver {
public:
    explicit GuiDriver(std::function<void()> draw, ImVec2 size = {1280, 800}, Theme theme = Theme::dark)
        : gui(theme, 1), draw_(std::move(draw)) {
        ImGui::GetIO().DisplaySize = size;
        ImGui::GetIO().MousePos = {-1, -1};
        // What the back end of a window tells ImGui: keys by GLFW's numbers.
        for (const auto& [key, number] : {std::pair{ImGuiKey_Escape, GLFW_KEY_ESCAPE},
                                          {ImGuiKey_Enter, GLFW_KEY_ENTER},
                                          {ImGuiKey_Tab, GLFW_KEY_TAB},
                                          {ImGuiKey_Backspace, GLFW_KEY_BACKSPACE},
                                          {ImGuiKey_A, GLFW_KEY_A}})
            ImGui::GetIO().KeyMap[key] = number;
#if IMGUI_VERSION_NUM >= 18700
        // Tests write to KeysDown and KeyShift. ImGui would drop the latter until the first key.
        ImGui::GetIO().BackendUsingLegacyKeyArrays = 1;
#endif
    }

    void frame() {
        ImGui::GetIO().DeltaTime = 1.0f / 60;
        ImGui::NewFrame();
        draw_();
        ImGui::Render();
    }
    void frames(int count) {
        for (int i = 0; i < count; ++i)
            frame();
    }

    void move(ImVec2 at) {
        ImGui::GetIO().MousePos = at;
        frame();
    }
    void press_mouse(int mouse_button = 0) {
        ImGui::GetIO().MouseDown[mouse_button] = true;
        frame();
    }
    void release_mouse(int mouse_button = 0) {
        ImGui::GetIO().MouseDown[mouse_button] = false;
        frame();
    }
    void click(ImVec2 at, int mouse_button = 0) {
        move(at);
        press_mouse(mouse_button);
        release_mouse(mouse_button);
        frame();
    }
    void drag(ImVec2 from, ImVec2 to) {
        move(from);
        press_mouse();
        move({(from.x + to.x) / 2, (from.y + to.y) / 2});
        move(to);
        release_mouse();
    }
    void wheel(float steps) {
        ImGui::GetIO().MouseWheel = steps;
        frame();
    }
    /// GLFW's number of the key.
    void key(int number, bool control = false, bool shift = false) {
        ImGuiIO& io = ImGui::GetIO();
        const auto hold = [&](bool down) {
            io.KeysDown[number] = down;
            io.KeyCtrl = down && control;
            io.KeyShift = down && shift;
            frame();
        };
        hold(true);
        hold(false);
    }
    void type(const char* text) {
        ImGui::GetIO().AddInputCharactersUTF8(text);
        frame();
    }

    Gui gui;

private:
    std::function<void()> draw_;
};

} // namespace scanline::view::test
