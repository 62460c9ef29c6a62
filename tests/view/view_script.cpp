#include "view_script.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <catch2/catch.hpp>

#include <cstdlib>

namespace scanline::view::test {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds step_limit{60};
// The display hands events on in its own time, and the program draws what follows from them.
constexpr std::chrono::milliseconds pause_after_input{100};

/// True once some time has passed since it was first asked.
std::function<bool(Workbench&)> pause() {
    return [end = Clock::time_point{}](Workbench&) mutable {
        if (end == Clock::time_point{})
            end = Clock::now() + pause_after_input;
        return Clock::now() >= end;
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
    Clock::time_point begin = Clock::now();
    std::string late;
    run_window(request, [&](Workbench& workbench) {
        // Where the display has no window manager nobody else gives the keyboard to the window.
        if (step == 0)
            glfwFocusWindow(glfwGetCurrentContext());
        while (step < steps_.size() && steps_[step].done(workbench)) {
            ++step;
            begin = Clock::now();
        }
        if (Clock::now() - begin > step_limit)
            late = steps_[step].what;
        return step < steps_.size() && late.empty();
    });
    INFO("step " << step << " of " << steps_.size());
    CHECK(late == "");
    // The last may close the window.
    CHECK(step + 1 >= steps_.size());
}

} // namespace scanline::view::test
