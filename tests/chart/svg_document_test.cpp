#include "svg.h"

#include "well_formed.h"

#include <catch2/catch_all.hpp>

namespace scanline::chart::svg_document_test {

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

TEST_CASE("A document nests what was opened, on a white background") {
    SvgDocument document;
    document.open("g", {{"id", "<&>"}});
    document.add("line", {{"x1", 1.5}});
    document.add_text("text", {{"x", 2}}, "a & b");
    document.close();
    const std::string svg = document.finish(100, 50, "Title", "\xff");
    CHECK_THAT(svg, Catch::Matchers::EndsWith("  <g id=\"&lt;&amp;&gt;\">\n"
                                              "    <line x1=\"1.5\"/>\n"
                                              "    <text x=\"2\">a &amp; b</text>\n"
                                              "  </g>\n"
                                              "</svg>\n"));
    CHECK_THAT(svg, Catch::Matchers::ContainsSubstring("viewBox=\"0 0 100 50\"") &&
                        Catch::Matchers::ContainsSubstring(
                            "<rect x=\"0\" y=\"0\" width=\"100\" height=\"50\" fill=\"#ffffff\"/>"));
    CHECK(count_elements(svg) ==
          std::map<std::string, int>{
              {"svg", 1}, {"title", 1}, {"desc", 1}, {"rect", 1}, {"g", 1}, {"line", 1}, {"text", 1}});
}

} // namespace scanline::chart::svg_document_test
