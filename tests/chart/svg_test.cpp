#include "scanline/chart/drawing.h"

#include "text_layout.h"
#include "well_formed.h"

#include <catch2/catch_all.hpp>

#include <array>

namespace scanline::chart::svg_test {

using Catch::Matchers::ContainsSubstring;

namespace {

constexpr Rect area{1, 2, 11, 22};
constexpr std::array<Point, 3> triangle{{{0, 0}, {4, 0}, {2, 3}}};

/// The output of drawing, without the document's head.
template <class Draw>
std::string drawn(Draw draw) {
    SvgCanvas canvas;
    draw(canvas);
    const std::string empty = SvgCanvas().finish(100, 50, "", ""), all = canvas.finish(100, 50, "", "");
    const std::string end = "</svg>\n";
    return all.substr(empty.size() - end.size(), all.size() - empty.size());
}

} // namespace

TEST_CASE("Numbers have at most two decimals and no exponent") {
    CHECK(svg_number(0) == "0");
    CHECK(svg_number(-0.001) == "0");
    CHECK(svg_number(12) == "12");
    CHECK(svg_number(100) == "100");
    CHECK(svg_number(1.5) == "1.5");
    CHECK(svg_number(1.006) == "1.01");
    CHECK(svg_number(-2.25) == "-2.25");
    CHECK(svg_number(1e7) == "10000000");
}

TEST_CASE("Text is escaped, and what XML cannot hold is replaced") {
    CHECK(xml_text("a < b & \"c\" 'd' > e") == "a &lt; b &amp; &quot;c&quot; &apos;d&apos; &gt; e");
    CHECK(xml_text("a\tb\nc") == "a b c");
    CHECK(xml_text(std::string_view("\x01\0", 2)) == "\xEF\xBF\xBD\xEF\xBF\xBD");
    CHECK(xml_text("\xff") == "\xEF\xBF\xBD");
    CHECK(xml_text("\xEF\xBF\xBE\xEF\xBF\xBF!") == "\xEF\xBF\xBD\xEF\xBF\xBD!");
    CHECK(xml_text("\xC3\xA4") == "\xC3\xA4");
}

TEST_CASE("A document holds what was drawn, nested as it needs, on a white background") {
    SvgCanvas canvas;
    canvas.hatching({0, 0, 3, 4});
    canvas.line({1.5, 0}, {2, 0}, {});
    canvas.text({2, 1}, "a & b", {});
    const std::string svg = canvas.finish(100, 50, "Title", "\xff");
    CHECK_THAT(svg, Catch::Matchers::EndsWith(
                        "  <defs>\n"
                        "    <pattern id=\"hatching\" width=\"5\" height=\"5\" "
                        "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\n"
                        "      <rect width=\"2\" height=\"5\" fill=\"#ffffff\"/>\n"
                        "    </pattern>\n"
                        "  </defs>\n"
                        "  <rect x=\"0\" y=\"0\" width=\"3\" height=\"4\" fill=\"url(#hatching)\"/>\n"
                        "  <line x1=\"1.5\" y1=\"0\" x2=\"2\" y2=\"0\" stroke=\"#222222\" "
                        "stroke-width=\"1\"/>\n"
                        "  <text x=\"2\" y=\"1\" font-size=\"12\">a &amp; b</text>\n"
                        "</svg>\n"));
    CHECK_THAT(svg,
               ContainsSubstring("viewBox=\"0 0 100 50\"") &&
                   ContainsSubstring("<rect x=\"0\" y=\"0\" width=\"100\" height=\"50\" fill=\"#ffffff\"/>"));
    CHECK(count_elements(svg) == std::map<std::string, int>{{"svg", 1},
                                                            {"title", 1},
                                                            {"desc", 1},
                                                            {"rect", 3},
                                                            {"defs", 1},
                                                            {"pattern", 1},
                                                            {"line", 1},
                                                            {"text", 1}});
}

TEST_CASE("Lines have the colour, opacity, width and dashes of their stroke") {
    CHECK(drawn([](Canvas& canvas) {
              canvas.line({1, 2}, {3, 4}, {.colour = {Ink::grid}});
          }) == "  <line x1=\"1\" y1=\"2\" x2=\"3\" y2=\"4\" stroke=\"#e2e2e2\" stroke-width=\"1\"/>\n");
    // The tenth series reuses the second colour.
    CHECK(drawn([](Canvas& canvas) {
              canvas.polyline(triangle, {{Ink::series, 9, 0.5}, 2, true});
          }) == "  <path d=\"M0 0L4 0L2 3\" fill=\"none\" stroke=\"#e69f00\" stroke-width=\"2\" "
                "stroke-opacity=\"0.5\" stroke-dasharray=\"6 4\" stroke-linejoin=\"round\"/>\n");
}

TEST_CASE("A band runs along the upper line and back along the lower one") {
    constexpr std::array<Point, 2> upper{{{0, 1}, {9, 2}}}, lower{{{0, 5}, {9, 6}}};
    CHECK(drawn([&](Canvas& canvas) {
              canvas.band(upper, lower, {Ink::series, 0, 0.2});
          }) == "  <path d=\"M0 1L9 2L9 6L0 5Z\" fill=\"#0072b2\" fill-opacity=\"0.2\"/>\n");
}

TEST_CASE("A shape has an edge only where that has a width") {
    const Stroke edge{{Ink::background}, 0.8}, none{{}, 0};
    CHECK(drawn([&](Canvas& canvas) {
              canvas.shape(triangle, {2, 1}, {Ink::axis, 0, 0.3}, edge);
          }) == "  <path d=\"M0 0L4 0L2 3Z\" fill=\"#444444\" fill-opacity=\"0.3\" stroke=\"#ffffff\" "
                "stroke-width=\"0.8\"/>\n");
    CHECK(drawn([&](Canvas& canvas) {
              canvas.shape(triangle, {2, 1}, {Ink::text}, none);
          }) == "  <path d=\"M0 0L4 0L2 3Z\" fill=\"#222222\"/>\n");
}

TEST_CASE("Hatching lies over a rectangle and is defined once") {
    const std::string rectangle = "<rect x=\"1\" y=\"2\" width=\"10\" height=\"20\" fill=";
    CHECK(drawn([](Canvas& canvas) {
              canvas.rectangle(area, {Ink::series, 2});
          }) == "  " + rectangle + "\"#009e73\"/>\n");
    const std::string twice = drawn([](Canvas& canvas) {
        canvas.hatching(area);
        canvas.hatching(area);
    });
    CHECK_THAT(twice, ContainsSubstring(rectangle + "\"url(#hatching)\"/>\n"));
    CHECK(twice.find("<pattern id=\"hatching\"") != std::string::npos);
    CHECK(twice.find("<pattern") == twice.rfind("<pattern"));
    CHECK(twice.find("<defs>") < twice.find("url(#hatching)"));
}

TEST_CASE("Text stands at its point as its style says") {
    const auto text = [](const TextStyle& style) {
        return drawn([&](Canvas& canvas) { canvas.text({5, 6}, "a & b", style); });
    };
    CHECK(text({}) == "  <text x=\"5\" y=\"6\" font-size=\"12\">a &amp; b</text>\n");
    CHECK(text({.size = 10, .colour = {Ink::dim}, .bold = true, .anchor = Anchor::end, .degrees = -45}) ==
          "  <text x=\"5\" y=\"6\" font-size=\"10\" fill=\"#555555\" font-weight=\"bold\" "
          "text-anchor=\"end\" transform=\"rotate(-45 5 6)\">a &amp; b</text>\n");
    CHECK_THAT(text({.anchor = Anchor::middle}), ContainsSubstring(" text-anchor=\"middle\""));
    CHECK_THAT(text({.colour = {Ink::faint}}), ContainsSubstring(" fill=\"#777777\""));
    CHECK_THAT(text({.colour = {Ink::text, 0, 0.5}}),
               ContainsSubstring(" fill=\"#222222\" fill-opacity=\"0.5\""));
}

TEST_CASE("Bold text is a tenth wider") {
    const SvgCanvas canvas;
    CHECK(canvas.text_width("word", 10, false) == Catch::Approx(text_width("word", 10)));
    CHECK(canvas.text_width("word", 10, true) == Catch::Approx(1.1 * text_width("word", 10)));
}

} // namespace scanline::chart::svg_test
