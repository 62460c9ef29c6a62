// The window is opened again after the GPU was reset.
#include "scanline/core/error.h"
#include "view_script.h"
#include "window_desk.h"

#include <GL/glew.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <dlfcn.h>
#include <string>
#include <utility>

namespace scanline::view::window_reset_gui_test {

using test::Desk;
using test::setting_of;

namespace {

// An attribute that OpenGL and the display know nothing of marks a window whose context is lost.
constexpr int mark = GLFW_FOCUS_ON_SHOW;

bool is_lost(GLFWwindow* window) {
    return window && glfwGetWindowAttrib(window, mark) == GLFW_FALSE;
}

void lose() {
    glfwSetWindowAttrib(glfwGetCurrentContext(), mark, GLFW_FALSE);
}

bool loses_at_upload = false; ///< at the window's next one

bool was_told(Workbench& workbench) {
    return std::ranges::count(workbench.log().entries(),
                              "the GPU was reset: the window was opened again, with what it showed",
                              &LogEntry::text) == 1;
}

bool is_ready(Workbench& workbench) {
    return !is_lost(glfwGetCurrentContext()) && !workbench.scene().busy();
}

} // namespace

TEST_CASE("After a GPU was reset, the window shows what it showed") {
    const Desk desk;
    ViewRequest request = Desk::request("kdtree");
    request.settings = {{"count", "20"}};
    test::ViewScript script;
    script.wait_until("there are steps", is_ready);
    script.act([](Workbench& workbench) { workbench.scene().set("count", "12"); });
    script.wait_until("the tree is built", is_ready);
    script.act([](Workbench& workbench) { workbench.scene().transport()->seek(3); });
    script.act([](Workbench&) { lose(); });
    script.wait_until("it is opened again",
                      [](Workbench& workbench) { return was_told(workbench) && is_ready(workbench); });
    script.act([](Workbench& workbench) {
        CHECK(workbench.scene().name() == "kdtree");
        CHECK(setting_of(workbench, "count") == "12");
        CHECK(workbench.scene().transport()->position() == 3);
    });
    script.run(request);
    CHECK(load_session(*session_path()).state.scenes.at("kdtree").at("count") == "12");
}

TEST_CASE("A GPU that is reset while a picture is uploaded is no error") {
    const Desk desk;
    test::ViewScript script;
    script.wait_until("there are steps", is_ready);
    script.act([](Workbench& workbench) {
        loses_at_upload = true;
        workbench.scene().transport()->seek(2);
    });
    script.wait_until("it is opened again",
                      [](Workbench& workbench) { return was_told(workbench) && is_ready(workbench); });
    script.act([](Workbench& workbench) { CHECK(workbench.log().pending_errors().empty()); });
    script.run(Desk::request("compaction-image"));
}

TEST_CASE("A GPU that is reset again and again ends the program, which keeps its session") {
    const Desk desk;
    test::ViewScript script;
    for (int i = 0; i < 4; ++i) {
        script.wait_until("it is open", is_ready);
        script.act([](Workbench&) { lose(); });
    }
    CHECK_THROWS_WITH(script.run(Desk::request("kdtree")),
                      "the GPU was reset 4 times: look for its driver's errors in the system log");
    CHECK(load_session(*session_path()).state.scene == "kdtree");
}

} // namespace scanline::view::window_reset_gui_test

// OpenGL 1.1 has no pointers to functions: these stand before the driver's.
extern "C" GLenum glGetError() {
    static const auto real = reinterpret_cast<GLenum (*)()>(dlsym(RTLD_NEXT, "glGetError"));
    return scanline::view::window_reset_gui_test::is_lost(glfwGetCurrentContext()) ? GL_CONTEXT_LOST : real();
}

extern "C" void glTexImage2D(GLenum target, GLint level, GLint inside, GLsizei width, GLsizei height,
                             GLint border, GLenum format, GLenum type, const void* pixels) {
    using namespace scanline::view::window_reset_gui_test;
    static const auto real = reinterpret_cast<decltype(&glTexImage2D)>(dlsym(RTLD_NEXT, "glTexImage2D"));
    real(target, level, inside, width, height, border, format, type, pixels);
    if (glfwGetCurrentContext() && std::exchange(loses_at_upload, false))
        lose();
}
