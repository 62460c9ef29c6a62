#include "scanline/core/error.h"
#include "scanline/gl/context.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace no_driver_gl_test {

using namespace scanline;
using namespace scanline::gl;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

TEST_CASE("without a driver the error says what was tried and which packages bring one") {
    // The loader reads this on the first EGL call of the process, which is below.
    setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent", 1);
    CHECK(list_devices().empty());
    try {
        Context::headless();
        FAIL("a context came without a driver");
    } catch (const Error& error) {
        const std::string message = error.what();
        CHECK(error.kind() == ErrorKind::no_opengl);
        CHECK_THAT(message, StartsWith("no OpenGL without a window: EGL lists no device; EGL surfaceless: "));
        CHECK_THAT(message,
                   EndsWith("; install libegl1 and libgl1-mesa-dri (Debian) or your GPU vendor's driver"));
        CHECK(std::count(message.begin(), message.end(), '\n') == 0);
    }
    // Requesting a device is not a usage error if there are none.
    for (const int device : {0, 7, -1}) {
        CAPTURE(device);
        ContextRequest request;
        request.device = device;
        try {
            Context::headless(request);
            FAIL("a context came without a driver");
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::no_opengl);
            CHECK(error.what() ==
                  "no OpenGL on EGL device " + std::to_string(device) +
                      ": EGL lists no device; install libegl1 and libgl1-mesa-dri (Debian) or your "
                      "GPU vendor's driver");
        }
    }
}

TEST_CASE("without a display the error of a window says what it needs") {
    unsetenv("DISPLAY");
    try {
        Context::window();
        FAIL("a window opened without a display");
    } catch (const Error& error) {
        const std::string message = error.what();
        CHECK(error.kind() == ErrorKind::no_opengl);
        CHECK_THAT(message, StartsWith("no window can be opened: ") && ContainsSubstring("DISPLAY") &&
                                ContainsSubstring("xvfb-run"));
        CHECK(std::count(message.begin(), message.end(), '\n') == 0);
    }
}

} // namespace no_driver_gl_test
