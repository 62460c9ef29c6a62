#include "scanline/gl/capabilities.h"
#include "scanline/gl/timer.h"

#include <catch2/catch_all.hpp>

namespace names_test {

using namespace scanline::gl;

TEST_CASE("a version is written with a dot") {
    CHECK(to_string(Version{4, 5}) == "4.5");
    CHECK(to_string(Version{1, 20}) == "1.20");
}

TEST_CASE("versions are ordered by major, then minor") {
    CHECK(Version{2, 1} < Version{3, 0});
    CHECK(Version{4, 3} <= Version{4, 5});
    CHECK(Version{3, 3} == Version{3, 3});
}

TEST_CASE("each timer has the name that results carry") {
    CHECK(to_string(TimerKind::gl_query) == "gl-query");
    CHECK(to_string(TimerKind::wall_clock) == "wall-clock");
}

} // namespace names_test
