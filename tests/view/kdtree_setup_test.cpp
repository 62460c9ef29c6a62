#include "scenes/kdtree/setup.h"

#include "scanline/core/error.h"
#include "setup_checks.h"
#include "support/error_message.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::kdtree_scene::setup_test {

using scanline::test::error_message;
using test::check_read_back;

TEST_CASE("what is set of k-d trees comes back as text") {
    check_read_back<Setup>({{"points", "/some/where.csv"},
                            {"draw", "true"},
                            {"dimensions", "3"},
                            {"count", "1048576"},
                            {"seed", "9999"},
                            {"show", "query"},
                            {"tree", "false"},
                            {"ranks", "8"},
                            {"query", "box"},
                            {"neighbors", "64"},
                            {"reach", "0.01"},
                            {"query-x", "0"},
                            {"query-y", "1"},
                            {"query-z", "0.125"},
                            {"follow", "false"},
                            {"queries", "1048576"},
                            {"many", "true"},
                            {"variant", "split-first"},
                            {"pinned", "17"},
                            {"yaw", "-360"},
                            {"pitch", "89"},
                            {"zoom", "0.25"}});
}

TEST_CASE("a setting of k-d trees that cannot be leaves everything as it was") {
    Setup setup;
    const auto message = [&](const char* key, const char* value) {
        return error_message(ErrorKind::usage, [&] { set(setup, key, value); });
    };
    CHECK(message("dimensions", "4").find("2") != std::string::npos);
    CHECK(message("count", "1048577").find("1048576") != std::string::npos);
    CHECK(message("neighbors", "65").find("64") != std::string::npos);
    CHECK(message("ranks", "9").find("8") != std::string::npos);
    CHECK(message("query", "farthest").find("nearest, radius, box") != std::string::npos);
    CHECK(message("query-w", "0.5").find("query-x") != std::string::npos);
    const std::vector<Setting> is = settings_of(setup), was = settings_of(Setup());
    CHECK(std::ranges::equal(is, was, {}, &Setting::value, &Setting::value));
}

TEST_CASE("points of a file are the same whatever is set for those without one") {
    Setup a, b;
    CHECK(a.kind() == points::PointDistribution::uniform);
    b.seed = 2;
    CHECK_FALSE(a.same_run(b));
    a.source = b.source = "points.csv";
    CHECK(a.is_file());
    CHECK(a.same_run(b));
    b.source = "others.csv";
    CHECK_FALSE(a.same_run(b));
}

} // namespace scanline::view::kdtree_scene::setup_test
