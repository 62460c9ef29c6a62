// Points and rows that the user draws or types.
#include "cube_cases.h"
#include "kit/source.h"
#include "scanline/core/error.h"
#include "scenes/cube/words.h"
#include "scenes/kdtree/setup.h"
#include "support/error_message.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::own_input_test {

using Catch::Matchers::ContainsSubstring;
using scanline::test::error_message;

TEST_CASE("Points are read from their text, and every error is one line") {
    CHECK(parse_points("1,2; -3e1, .5").coordinates == std::vector<float>{1, 2, -30, 0.5f});
    CHECK(parse_points("2^3,1").coordinates == std::vector<float>{8, 1});
    for (const auto& [text, part] : {std::pair{"1,x", "'x' is not a number"},
                                     {"2^x,1", "'2^x' is not a number"},
                                     {"1; 2,3", "'1' has 1 coordinates"},
                                     {"1,2,3", "'1,2,3' has 3"},
                                     {"1,2;", "'' has 0"},
                                     {"", "1 to 300"}}) {
        const std::string message = error_message(ErrorKind::usage, [&] { parse_points(text); });
        CHECK_THAT(message, ContainsSubstring(part));
        CHECK(message.find('\n') == message.npos);
    }
    std::string many = "0,0";
    for (std::size_t i = 1; i < max_drawn_points; ++i)
        many += ";1,1";
    CHECK(parse_points(many).points().size() == 300);
    CHECK_THAT(error_message(ErrorKind::usage, [&] { parse_points(many + ";2,2"); }),
               ContainsSubstring("1 to 300"));
}

TEST_CASE("A text is points if it cannot be the name of anything else") {
    for (const char* text : {"1,2", "1,2; 3,4", "1;2", "-1e-3,.5", "2^3,1", "(1,2)", "1,x", "2^x,1.5"})
        CHECK(is_points_text(text));
    for (const char* text : {"", "7", "uniform", "/some/1,2.csv", "1,2.csv", "a,b"})
        CHECK_FALSE(is_points_text(text));
    for (const auto& [source, dimensions, is] : {std::tuple{"uniform", 2, true},
                                                 {"uniform", 3, false},
                                                 {"1,2", 3, true},
                                                 {"points.csv", 2, false}}) {
        kdtree_scene::Setup setup;
        setup.source = source;
        setup.dimensions = dimensions;
        CHECK(setup.is_plane() == is);
    }
}

TEST_CASE("A click adds a point to what is shown, and a right click removes the nearest, but not the last") {
    const std::string drawn = draw_point(Gesture::pin, "uniform", {0.5f, 1, 2, 3}, 0.25, -4, -1);
    CHECK(drawn == "0.5,1; 2,3; 0.25,-4");
    CHECK(draw_point(Gesture::pin, drawn, {9, 9}, 1, 1, 0) == drawn + "; 1,1");
    CHECK(draw_point(Gesture::unpin, drawn, {}, 0, 0, 1) == "0.5,1; 0.25,-4");
    for (const std::int64_t nobody : {-1, 3})
        CHECK(draw_point(Gesture::unpin, drawn, {}, 0, 0, nobody) == drawn);
    CHECK(draw_point(Gesture::unpin, "1,2", {}, 0, 0, 0) == "1,2");
    CHECK(draw_point(Gesture::none, drawn, {}, 0, 0, 0) == drawn);
    CHECK(draw_point(Gesture::pin, "uniform", std::vector<float>(2 * max_drawn_points), 1, 2, -1) ==
          "uniform");
    CHECK(draw_point(Gesture::pin, "uniform", std::vector<float>(2000), 1, 2, -1) == "1,2");
}

TEST_CASE("Own rows of a cube have their words in place of codes") {
    using namespace cube_scene;
    const Run run = cases::make_cube_run(
        {{"codes", "Oslo tea 3; Rome tea 5;Oslo salt -7"}, {"query", "0,*"}, {"show", "query"}});
    CHECK(run.setup.dimensions == 2);
    CHECK(run.rows.codes == std::vector<std::vector<std::uint32_t>>{{0, 1, 0}, {0, 0, 1}});
    CHECK(run.rows.measures.front() == std::vector<std::int64_t>{3, 5, -7});
    CHECK(run.further.shape == run.rows.shape);
    CHECK(query_words(run) == "A = Oslo");
    CHECK(node_name(run, run.build.tree, {2, 1}) == "Oslo salt");
    CHECK(pinned_of(run, run.build.tree, {1, 0}).facts.at(4).value == "tea, salt");
    CHECK_THAT(answer_of(run, Show::query), ContainsSubstring("2 rows, sum -4"));
    // A code beyond the words is the last of them, and another number of dimensions asks for generated rows.
    CHECK(cases::cube_setup({{"codes", "a b 1; a c 2"}, {"query", "7,7"}}).condition(0) == 0u);
    const Run other = cases::make_cube_run({{"codes", "a b 1; a c 2"}, {"dimensions", "3"}});
    CHECK(other.size() == 24);
    CHECK(node_name(other, other.build.tree, {1, 0}) == "A0");
    CHECK_FALSE(other.setup.same_run(cases::cube_setup({{"codes", "a b 1; a c 2"}})));
}

TEST_CASE("Own rows of a cube that cannot be leave everything as it was") {
    using namespace cube_scene;
    Setup setup = cases::cube_setup({{"codes", "a b 1"}});
    std::string words, rows = "a b 1";
    for (int i = 0; i < 9; ++i)
        words += (i == 0 ? "a " : "; a ") + std::to_string(i) + " 1";
    for (int i = 0; i < 64; ++i)
        rows += "; a b 1";
    for (const auto& [text, part] : {std::pair<std::string, const char*>{"a 1; b 2", "2 to 5 words"},
                                     {"a b 1; a 2", "'a 2'"},
                                     {"a b 1;", "''"},
                                     {"a b c d e f 1", "2 to 5 words"},
                                     {"a b c", "'c' is not a whole number"},
                                     {words, "8 words"},
                                     {rows, "up to 64"}})
        CHECK_THAT(error_message(ErrorKind::usage, [&] { set(setup, "codes", text); }),
                   ContainsSubstring(part));
    CHECK(setup.source == "a b 1");
    CHECK(setup.own.size() == 1);
}

} // namespace scanline::view::own_input_test
