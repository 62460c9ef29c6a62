#include "scanline/machine/backend.h"

#include <catch2/catch_all.hpp>

#include <cstdlib>

namespace scanline::machine::no_driver_gl_test {

using Catch::Matchers::StartsWith;

TEST_CASE("Without a driver a machine has its processor, and says why it has nothing else") {
    // The loader reads this with the first EGL call of the process, which is below.
    setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent", 1);
    Machine machine;
    CHECK_FALSE(machine.has_opengl());
    CHECK_FALSE(machine.has_raster());
    CHECK_FALSE(machine.has_compute());
    CHECK_THAT(machine.why_no_opengl(), StartsWith("no OpenGL without a window: "));
    CHECK(machine.why_no_compute() == machine.why_no_opengl());
    try {
        machine.raster();
        FAIL("an engine came without a driver");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::no_opengl);
        CHECK(error.what() == machine.why_no_opengl());
    }
    CHECK(machine.take_debug_errors().empty());
    CHECK(machine.processor().usable >= 1);
    CHECK(choose_backend(machine, {}).text() == "cpu (auto: there is no OpenGL that can compute)");
    CHECK_THROWS_AS(choose_backend(machine, {.backend = Backend::compute}), Error);
}

} // namespace scanline::machine::no_driver_gl_test
