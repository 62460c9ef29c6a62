#include "kit/canvas.h"

#include "gui_driver.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::canvas_test {

TEST_CASE("a rectangle has its left and top edges, and not its right and bottom ones") {
    const Rect rect = Rect::of({10, 20}, {30, 40});
    CHECK(rect.right == 40);
    CHECK(rect.middle_y() == 40);
    CHECK(rect.contains(10, 20));
    CHECK_FALSE(rect.contains(40, 30));
    CHECK_FALSE(rect.contains(20, 60));
    CHECK(rect.inset(5).width() == 20);
    CHECK(rect.moved({1, 2}).bottom == 62);
    CHECK_FALSE(rect.overlaps({40, 20, 50, 30}));
    CHECK(rect.overlaps({39, 59, 50, 70}));
}

TEST_CASE("labels stand beside their points where no other is, and nowhere where there is no room") {
    const Look look;
    LabelPlaces places;
    std::vector<Rect> taken;
    while (const auto at = places.find({100, 100}, {20, 10}, look)) {
        const Rect place = Rect::of(*at, {20, 10});
        for (const Rect& other : taken)
            CHECK_FALSE(place.overlaps(other));
        taken.push_back(place);
        REQUIRE(taken.size() < 10);
    }
    CHECK(taken.size() == 4);
    CHECK(places.find({200, 100}, {20, 10}, look));
}

TEST_CASE("labels cross a line only where no other place is free") {
    const Look look;
    LabelPlaces places;
    places.avoid({100, 100}, {140, 60}); // up to the right
    CHECK(places.find({100, 100}, {20, 10}, look)->x < 100);
    CHECK(places.find({100, 100}, {20, 10}, look)->y > 100);
    CHECK(places.find({100, 100}, {20, 10}, look)->y > 100);
    CHECK(places.find({100, 100}, {20, 10}, look)->x > 100);
    CHECK_FALSE(places.find({100, 100}, {20, 10}, look));
}

TEST_CASE("a label stands farther off a point with a ring, above it between two others") {
    const Look look;
    LabelPlaces places;
    for (const float x : {80.0f, 100.0f, 120.0f})
        places.take(Rect{x, 100, x, 100}.inset(-9));
    const auto at = places.find({100, 100}, {8, 10}, look, 4);
    REQUIRE(at);
    CHECK(at->x == 96);
    CHECK(at->y == 79);
}

TEST_CASE("a straight line crosses a rectangle that it enters, not one that it only touches") {
    const Rect rect{10, 20, 30, 40};
    CHECK(rect.is_crossed_by({0, 30}, {50, 30}));
    CHECK(rect.is_crossed_by({15, 25}, {16, 26}));
    CHECK(rect.is_crossed_by({20, 0}, {20, 21}));
    CHECK_FALSE(rect.is_crossed_by({20, 0}, {20, 20}));
    CHECK_FALSE(rect.is_crossed_by({0, 45}, {50, 45}));
    CHECK_FALSE(rect.is_crossed_by({30, 0}, {30, 50}));
    CHECK_FALSE(rect.is_crossed_by({0, 35}, {15, 60}));
}

TEST_CASE("labels stay where they may be") {
    const Look look;
    const Rect within{90, 90, 130, 130};
    LabelPlaces places(within);
    while (const auto at = places.find({100, 100}, {20, 10}, look))
        CHECK(within.contains(Rect::of(*at, {20, 10})));
    CHECK_FALSE(places.find({129, 129}, {20, 10}, look) == std::nullopt);
    CHECK_FALSE(places.find({200, 100}, {20, 10}, look));
}

TEST_CASE("a text has the largest font that fits, that of headings only in twice its height") {
    const test::GuiDriver driver([] {}, {400, 300});
    const Look& look = driver.gui.look();
    const auto& fonts = look.fonts;
    const float wide = 2 * width_of(fonts.heading, "a text");
    const auto font_in = [&](float width, float height) {
        return fitting_font(look, {width, height}, "a text");
    };
    CHECK(font_in(wide, 2.01f * fonts.heading->FontSize) == fonts.heading);
    CHECK(font_in(wide, 1.99f * fonts.heading->FontSize) == fonts.text);
    CHECK(font_in(wide, 1.11f * fonts.text->FontSize) == fonts.text);
    CHECK(font_in(wide, 1.11f * fonts.small->FontSize) == fonts.small);
    CHECK(font_in(wide, fonts.small->FontSize) == nullptr);
    CHECK(font_in(width_of(fonts.text, "a text"), 1000) == fonts.text);
    CHECK(font_in(width_of(fonts.small, "a text"), 1000) == fonts.small);
    CHECK(font_in(width_of(fonts.small, "a text") - 1, 1000) == nullptr);
}

} // namespace scanline::view::canvas_test
