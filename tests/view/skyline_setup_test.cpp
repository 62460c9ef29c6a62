#include "scenes/skyline/setup.h"

#include "scanline/core/error.h"
#include "setup_checks.h"
#include "support/error_message.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::skyline_scene::setup_test {

using scanline::test::error_message;

TEST_CASE("what is set of skylines comes back as text") {
    test::check_table_read_back<Setup>({{"draw", "true"},
                                        {"dimensions", "31"},
                                        {"count", "16384"},
                                        {"seed", "9999"},
                                        {"columns", "max,ignore,min,max"},
                                        {"ranks", "8"},
                                        {"view", "parallel"},
                                        {"x", "2"},
                                        {"y", "0"},
                                        {"z", "30"},
                                        {"brush", "0:0.25:0.5,3:0:1"},
                                        {"timed", "true"},
                                        {"measured", "1048576"},
                                        {"pinned", "17"},
                                        {"yaw", "-360"},
                                        {"pitch", "89"},
                                        {"zoom", "0.25"}});
}

TEST_CASE("a setting of skylines that cannot be leaves everything as it was") {
    Setup setup;
    const auto message = [&](const char* key, const char* value) {
        return error_message(ErrorKind::usage, [&] { set(setup, key, value); });
    };
    const auto has = [](const std::string& text, const char* part) { return text.find(part) != text.npos; };
    CHECK(has(message("dimensions", "32"), "31"));
    CHECK(has(message("count", "16385"), "16384"));
    CHECK(has(message("columns", "min,best"), "min, max, ignore"));
    CHECK(has(message("measured", "3000"), "power of two"));
    CHECK(has(message("view", "pie"), "auto, points, parallel, levels"));
    for (const char* brush : {"0", "0:1", "0:0.5:0.25", "0:0:2", "x:0:1", "0:0:0.5,0:0.5:1", "-1:0:1"})
        CHECK(has(message("brush", brush), "COLUMN:LOW:HIGH"));
    CHECK(has(message("colour", "red"), "table"));
    const std::vector<Setting> is = settings_of(setup), was = settings_of(Setup());
    CHECK(std::ranges::equal(is, was, {}, &Setting::value, &Setting::value));
}

TEST_CASE("directions are short, and the same however they came to be") {
    Setup a, b;
    a.use(2, Use::max);
    set(b, "columns", "min,min,max,min");
    CHECK(a.uses == b.uses);
    CHECK(a.use_of(0) == Use::min);
    CHECK(a.use_of(2) == Use::max);
    CHECK(a.use_of(7) == Use::min);
    CHECK(a.same_source(b));
    CHECK(a.same_run(b));
    a.use(2, Use::min);
    CHECK(a.uses.empty());
    CHECK_FALSE(a.same_run(b));
    CHECK(a.same_source(b));
}

TEST_CASE("tables of a file are the same whatever is set for generated ones") {
    Setup a, b;
    b.count = 100;
    CHECK_FALSE(a.same_source(b));
    a.source = b.source = "hotels.csv";
    CHECK(a.same_source(b));
}

} // namespace scanline::view::skyline_scene::setup_test
