#include "cube_cases.h"
#include "scanline/core/error.h"
#include "scenes/cube/run.h"
#include "setup_checks.h"
#include "support/error_message.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::cube_scene::setup_test {

using scanline::test::error_message;

TEST_CASE("what is set of cubes comes back as text") {
    test::check_read_back<Setup>({{"codes", "uniform"},
                                  {"dimensions", "5"},
                                  {"cardinality", "8"},
                                  {"count", "64"},
                                  {"seed", "9999"},
                                  {"measure", "max"},
                                  {"path", "ECADB"},
                                  {"show", "update"},
                                  {"query", "7,*,0,*,3"},
                                  {"further", "16"},
                                  {"timed", "true"},
                                  {"measured", "1048576"},
                                  {"pinned", "7,0,3"}});
}

TEST_CASE("a setting of cubes that cannot be leaves everything as it was") {
    Setup setup;
    const auto check = [&](const char* key, const char* value, const char* part) {
        CAPTURE(key, value);
        CHECK_THAT(error_message(ErrorKind::usage, [&] { set(setup, key, value); }),
                   Catch::Matchers::ContainsSubstring(part));
    };
    check("codes", "normal", "uniform, zipf");
    check("dimensions", "6", "5");
    check("count", "65", "64");
    check("measure", "avg", "sum, min, max");
    for (const char* path : {"AA", "F", "a", "A,B"})
        check("path", path, "such as CAB");
    for (const char* query : {"8", "-1", "x", "0,0,0,0,0,0", "1,,2"})
        check("query", query, "query");
    for (const char* pinned : {"-1", "8", "0,0,0,0,0,0", "all"})
        check("pinned", pinned, "root or none");
    check("table", "a.csv", "codes");
    const std::vector<Setting> is = settings_of(setup), was = settings_of(Setup());
    CHECK(std::ranges::equal(is, was, {}, &Setting::value, &Setting::value));
}

TEST_CASE("a path is completed, and codes of a query stay below the cardinality") {
    CHECK(cases::cube_setup({{"path", "DB"}, {"dimensions", "3"}}).whole_path() == std::vector{1, 0, 2});
    CHECK(cases::cube_setup({{"path", "DB"}, {"dimensions", "4"}}).whole_path() == std::vector{3, 1, 0, 2});
    const Setup setup = cases::cube_setup({{"query", "7,*,1"}, {"cardinality", "3"}});
    CHECK(setup.condition(0) == 2u);
    CHECK_FALSE(setup.condition(1));
    CHECK(setup.condition(2) == 1u);
    CHECK_FALSE(setup.condition(4));
}

TEST_CASE("a node's number stands for its codes alone") {
    for (const std::vector<std::uint32_t>& codes :
         {std::vector<std::uint32_t>{}, {0}, {7}, {0, 0}, {7, 7, 7, 7, 7}, {1, 0, 2}})
        CHECK(node_codes(node_id(codes)) == codes);
    CHECK(node_id({}) == 0);
}

TEST_CASE("a setting makes another run only if it changes the rows, the tree, the query or the update") {
    const Setup setup;
    for (const auto& [key, value] : {std::pair{"show", "query"}, {"timed", "true"}, {"pinned", "root"}})
        CHECK(setup.same_run(cases::cube_setup({{key, value}})));
    for (const auto& [key, value] : {std::pair{"codes", "uniform"},
                                     {"cardinality", "5"},
                                     {"seed", "5"},
                                     {"measure", "min"},
                                     {"path", "B"},
                                     {"query", "*"},
                                     {"further", "7"}})
        CHECK_FALSE(setup.same_run(cases::cube_setup({{key, value}})));
}

} // namespace scanline::view::cube_scene::setup_test
