#include "scanline/core/error.h"
#include "shell/shader_text.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::shader_text_test {

TEST_CASE("A shader is shown with what it includes, and where each line is from") {
    ShaderText text;
    const std::vector<ShaderText::Line>& lines = text.lines("compute/scan_tile.comp");
    CHECK(lines.front().text.starts_with("#version"));
    CHECK(lines.front().origin == "shaders/compute/scan_tile.comp:1");
    CHECK(std::ranges::any_of(lines, [](const ShaderText::Line& line) {
        return line.origin.starts_with("shaders/compute/look_back.glsl:");
    }));
    CHECK_THROWS_AS(text.lines("compute/none.comp"), Error);
    CHECK(text.lines("compute/reduce.comp").front().origin == "shaders/compute/reduce.comp:1");
}

TEST_CASE("Lines of a shader are lit that do the same as the lit lines of the code, with their values") {
    const Listing code{
        .title = "Sum",
        .lines = {{"for i", "", "for (uint i"}, {"  sum += x", "7", "sum += x[i];"}, {"y = sum", "9"}},
        .current = {1, 2},
        .shader = "a.comp",
        .source = "A paper"};
    const Listing listing = shader_listing(code, {{"uint sum = 0u;", "a.comp:1"},
                                                  {"for (uint i = 0u; i < n; ++i)", "a.comp:2"},
                                                  {"    sum += x[i];", "a.comp:3"}});
    REQUIRE(listing.lines.size() == 3);
    CHECK(listing.title == "a.comp:3");
    CHECK(listing.source == "A paper");
    CHECK(listing.current == std::vector<std::size_t>{2});
    CHECK(listing.lines[1].value.empty());
    CHECK(listing.lines[2].value == "7");
    CHECK(listing.lines[2].text == "  sum += x[i];");
    CHECK(shader_listing(code, {}).title == "shaders/a.comp");
}

} // namespace scanline::view::shader_text_test
