#include "view_script.h"

#include "support/patience.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <catch2/catch_all.hpp>

#include <imgui.h>

#include <cstdlib>
#include <limits>
#include <optional>

namespace scanline::view::test {

namespace {

// The program draws what follows from an event in the turns behind it.
constexpr int turns_after_input = 8;

/// True some turns after it was first asked, by which the program has seen what was sent to the display
/// before, however slow both are.
std::function<bool(Workbench&)> pause() {
    return [turns = 0](Workbench&) mutable {
        // The display answers behind the events that it had to send; then the next turn comes at once.
        int x = 0, y = 0;
        glfwGetWindowPos(glfwGetCurrentContext(), &x, &y);
        glfwPostEmptyEvent();
        return ++turns > turns_after_input;
    };
}

} // namespace

void ViewScript::input(const std::string& arguments) {
    steps_.push_back({"xdotool " + arguments, [arguments](Workbench&) {
                          REQUIRE(std::system(("xdotool " + arguments).c_str()) == 0);
                          return true;
                      }});
    steps_.push_back({"a pause", pause()});
}

void ViewScript::drop(const std::filesystem::path& path) {
    act([path](Workbench&) {
        GLFWwindow* window = glfwGetCurrentContext();
        // Setting a callback is the only way to get it.
        const GLFWdropfun callback = glfwSetDropCallback(window, nullptr);
        glfwSetDropCallback(window, callback);
        const std::string text = path.string();
        const char* texts[] = {text.c_str()};
        callback(window, 1, texts);
    });
}

void ViewScript::act(std::function<void(Workbench&)> action) {
    steps_.push_back({"an action", [action = std::move(action)](Workbench& workbench) {
                          action(workbench);
                          return true;
                      }});
    steps_.push_back({"a pause", pause()});
}

void ViewScript::wait_until(const std::string& what, std::function<bool(Workbench&)> condition) {
    steps_.push_back({what, std::move(condition)});
}

void ViewScript::run(const ViewRequest& request) {
    std::size_t step = 0;
    std::optional<Stopwatch> watch(steady_time);
    std::string late;
    run_window(request, [&](Workbench& workbench) {
        // Where the display has no window manager nobody else gives the keyboard to the window.
        if (step == 0)
            glfwFocusWindow(glfwGetCurrentContext());
        // A key that is let go late must not count twice.
        ImGui::GetIO().KeyRepeatDelay = std::numeric_limits<float>::max();
        while (step < steps_.size() && steps_[step].done(workbench)) {
            ++step;
            watch.emplace(steady_time);
        }
        if (watch->seconds() > scanline::test::patience_seconds)
            late = steps_[step].what;
        return step < steps_.size() && late.empty();
    });
    INFO("step " << step << " of " << steps_.size());
    CHECK(late == "");
    // The last may close the window.
    CHECK(step + 1 >= steps_.size());
}

} // namespace scanline::view::test
