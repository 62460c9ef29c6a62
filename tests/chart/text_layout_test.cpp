#include "scanline/core/random.h"
#include "scanline/core/text.h"
#include "text_layout.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::chart::text_layout_test {

namespace {
using Lines = std::vector<std::string>;

double ten(std::string_view line) {
    return text_width(line, 10);
}

} // namespace

TEST_CASE("The width of a text grows with its letters and its size") {
    CHECK(text_width("", 10) == 0);
    CHECK(text_width("iii", 10) < text_width("mmm", 10));
    CHECK(text_width("mmm", 20) == Catch::Approx(2 * text_width("mmm", 10)));
    CHECK(text_width("\xC3\xA4", 10) == text_width("\xE2\x82\xAC", 10));
}

TEST_CASE("Text is broken at spaces, and inside words that are too long") {
    CHECK(wrap_text("one two three", 1000, ten, 3) == Lines{"one two three"});
    CHECK(wrap_text("one two three", text_width("one two", 10), ten, 3) == Lines{"one two", "three"});
    CHECK(wrap_text("  one \n two ", 1000, ten, 1) == Lines{"one two"});
    CHECK(wrap_text("aaaaaa", text_width("aaaa", 10), ten, 2) == Lines{"aaaa", "aa"});
    CHECK(wrap_text("", 1000, ten, 2).empty());
}

TEST_CASE("What does not go into the lines ends with an ellipsis") {
    CHECK(wrap_text("aaaa bbbb cccc", text_width("aaaa", 10), ten, 2) == Lines{"aaaa", "bb\xE2\x80\xA6"});
    CHECK(wrap_text("aaaaaaaa", text_width("aaaa", 10), ten, 1) == Lines{"aa\xE2\x80\xA6"});
}

TEST_CASE("Wrapped lines are valid text that is not too wide, whatever comes in") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        std::string text(random.below(200), ' ');
        for (char& byte : text)
            byte = static_cast<char>(random.below(4) == 0 ? ' ' : random.below(256));
        const double width = 20 + 200 * random.unit();
        const std::size_t at_most = 1 + random.below(3);
        const Lines lines = wrap_text(text, width, ten, at_most);
        CHECK(lines.size() <= at_most);
        for (const std::string& line : lines) {
            CHECK(valid_utf8(line) == line);
            CHECK(text_width(line, 10) <= width);
        }
    }
}

TEST_CASE("Labels with room stay where they wish to be") {
    const std::vector<Wish> wishes{{10, 10}, {50, 10}, {90, 10}};
    CHECK(spread(wishes, 0, 100) == std::vector<double>{10, 50, 90});
}

TEST_CASE("Labels that would overlap share the distance, and stay on the plot") {
    CHECK(spread(std::vector<Wish>{{50, 10}, {50, 10}}, 0, 100) == std::vector<double>{45, 55});
    CHECK(spread(std::vector<Wish>{{0, 10}, {1, 10}}, 0, 100) == std::vector<double>{5, 15});
    CHECK(spread(std::vector<Wish>{{100, 10}, {100, 20}}, 0, 100) == std::vector<double>{75, 90});
    CHECK(spread(std::vector<Wish>{}, 0, 100).empty());
}

TEST_CASE("Labels never overlap and keep their order") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        std::vector<Wish> wishes(random.below(20) + 1);
        for (Wish& wish : wishes)
            wish = {300 * random.unit(), 5 + 10 * random.unit()};
        std::ranges::sort(wishes, {}, &Wish::middle);
        const std::vector<double> middles = spread(wishes, 0, 300);
        REQUIRE(middles.size() == wishes.size());
        for (std::size_t i = 0; i < middles.size(); ++i) {
            const double above = i == 0 ? 0 : middles[i - 1] + wishes[i - 1].height / 2;
            CHECK(middles[i] - wishes[i].height / 2 >= above - 1e-9);
        }
        CHECK(middles.back() + wishes.back().height / 2 <= 300 + 1e-9);
    }
}

} // namespace scanline::chart::text_layout_test
