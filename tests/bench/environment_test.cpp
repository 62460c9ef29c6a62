#include "scanline/bench/results.h"
#include "scanline/core/version.h"

#include <catch2/catch_all.hpp>
#include <ctime>
#include <iomanip>
#include <sstream>

namespace scanline::bench::environment_test {

namespace {

std::time_t parse_utc(const std::string& date) {
    std::tm parts{};
    std::istringstream in(date);
    in >> std::get_time(&parts, "%Y-%m-%dT%H:%M:%SZ");
    REQUIRE_FALSE(in.fail());
    return timegm(&parts);
}

} // namespace

TEST_CASE("The environment is what OpenGL, the timer and the build say of themselves") {
    gl::Capabilities capabilities;
    capabilities.renderer = "a renderer";
    capabilities.version_text = "4.5 of a driver";
    const Environment environment =
        make_environment(capabilities, gl::TimerKind::gl_query, "scanline bench fig8 --quick");
    CHECK(environment.gpu == "a renderer");
    CHECK(environment.driver == "4.5 of a driver");
    CHECK(environment.timer == "gl-query");
    CHECK(environment.build_type == build_type());
    CHECK(environment.version == version());
    CHECK(environment.command == "scanline bench fig8 --quick");
    CHECK(make_environment(capabilities, gl::TimerKind::wall_clock, "").timer == "wall-clock");
}

TEST_CASE("The date is the present second in UTC") {
    const std::time_t before = std::time(nullptr);
    const std::string date = make_environment({}, gl::TimerKind::wall_clock, "").date;
    const std::time_t after = std::time(nullptr);
    INFO(date);
    CHECK(date.size() == std::string("2026-11-20T08:30:00Z").size());
    CHECK(parse_utc(date) >= before);
    CHECK(parse_utc(date) <= after);
}

} // namespace scanline::bench::environment_test
