#include "scanline/core/error.h"
#include "scanline/gl/context.h"
#include "scanline/gl/functions.h"

#include <GL/glew.h>
#include <catch2/catch_all.hpp>

#include <string>

namespace window_gui_test {

using namespace scanline;
using namespace scanline::gl;
using Catch::Matchers::ContainsSubstring;

namespace {

WindowRequest hidden_request() {
    WindowRequest request;
    request.width = 64;
    request.height = 48;
    request.visible = false;
    request.debug = true;
    return request;
}

// An X server for tests restarts when its last client leaves, and refuses others meanwhile: one window stays
// open until the end.
void keep_display_open() {
    static const Context window = Context::window(hidden_request());
}

} // namespace

TEST_CASE("a window has a context of the compatibility profile") {
    keep_display_open();
    Context context = Context::window(hidden_request());
    CHECK(context.native_window() != nullptr);
    CHECK(context.capabilities().window_system == "GLFW");
    CHECK(context.capabilities().compatibility);
    CHECK(context.capabilities().version >= Version{2, 1});
    GLint viewport[4] = {};
    glGetIntegerv(GL_VIEWPORT, viewport);
    CHECK(viewport[2] == 64);
    CHECK(viewport[3] == 48);
    check_errors("opening a window");
    CHECK(context.take_debug_errors().empty());
}

TEST_CASE("windows come one after another and beside one another") {
    keep_display_open();
    { const Context first = Context::window(hidden_request()); }
    Context second = Context::window(hidden_request());
    { const Context third = Context::window(hidden_request()); }
    second.make_current();
    CHECK(glGetString(GL_RENDERER) != nullptr);
}

TEST_CASE("a thread goes from a window to a headless context and back") {
    keep_display_open();
    Context window = Context::window(hidden_request());
    Context headless = Context::headless();
    CHECK(headless.native_window() == nullptr);
    CHECK(reinterpret_cast<const char*>(glGetString(GL_RENDERER)) == headless.capabilities().renderer);
    window.make_current();
    CHECK(reinterpret_cast<const char*>(glGetString(GL_RENDERER)) == window.capabilities().renderer);
    headless.make_current();
    CHECK(reinterpret_cast<const char*>(glGetString(GL_VERSION)) == headless.capabilities().version_text);
    check_errors("going back and forth");
}

TEST_CASE("a visible window of an old version opens") {
    keep_display_open();
    WindowRequest request = hidden_request();
    request.visible = true;
    request.highest = {2, 1};
    const Context context = Context::window(request);
    CHECK(context.capabilities().compatibility);
}

TEST_CASE("a highest version below 2.1 is a usage error for a window too") {
    keep_display_open();
    WindowRequest request = hidden_request();
    request.highest = {1, 5};
    CHECK_THROWS_WITH(Context::window(request), ContainsSubstring("OpenGL 1.5 was asked for"));
}

} // namespace window_gui_test
