// Zoom and pan of contents that are larger than their canvas.
#include "kit/zoom.h"

#include "gui_driver.h"
#include "kit/gesture.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::zoom_test {

using Catch::Approx;

namespace {

/// Contents of 600 x 400 on a canvas of 300 x 200 from (100, 100) on.
struct Zoomed {
    Rect canvas{100, 100, 400, 300};
    Zoom zoom;
    ImVec2 size{600, 400}, origin{};
    std::optional<Rect> revealed;
    std::vector<Gesture> gestures{};
    test::GuiDriver driver{[this] {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({500, 400});
        ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
        const float by = zoom.begin(canvas);
        origin = zoom.place({size.x * by, size.y * by});
        if (revealed)
            zoom.reveal(*std::exchange(revealed, std::nullopt));
        zoom.end(driver.gui.look());
        if (const Gesture made = gesture_in(canvas); made != Gesture::none)
            gestures.push_back(made);
        ImGui::End();
    }};

    Zoomed() { driver.frames(2); }
    /// The point of the contents, at zoom 1, under a point of the screen.
    ImVec2 under(ImVec2 at) const {
        return {(at.x - origin.x) / zoom.zoom(), (at.y - origin.y) / zoom.zoom()};
    }
};

} // namespace

TEST_CASE("The wheel zooms at the mouse, within limits") {
    Zoomed test;
    test.driver.drag({300, 150}, {250, 130});
    test.driver.move({220, 160});
    const ImVec2 before = test.under({220, 160});
    test.driver.wheel(2);
    test.driver.frame();
    CHECK(test.zoom.zoom() == Approx(1.44));
    CHECK(test.under({220, 160}).x == Approx(before.x).margin(0.5));
    CHECK(test.under({220, 160}).y == Approx(before.y).margin(0.5));
    test.driver.wheel(50);
    CHECK(test.zoom.zoom() == Zoom::most);
    test.driver.wheel(-50);
    CHECK(test.zoom.zoom() == Zoom::least);
    // What is smaller than the canvas is centred.
    test.driver.frame();
    CHECK(test.origin.x == Approx(250 - 75));
    CHECK(test.origin.y == Approx(200 - 50));
    test.driver.move({50, 50});
    test.driver.wheel(3);
    CHECK(test.zoom.zoom() == Zoom::least);
}

TEST_CASE("A drag pans, but never beyond the contents, and a double click shows the beginning") {
    Zoomed test;
    CHECK(test.zoom.usual());
    test.driver.drag({200, 150}, {160, 140});
    test.driver.frame();
    CHECK(test.origin.x == 60);
    CHECK(test.origin.y == 90);
    CHECK_FALSE(test.zoom.usual());
    test.driver.drag({200, 150}, {-2000, -2000});
    test.driver.frame();
    CHECK(test.origin.x == 100 - 300);
    CHECK(test.origin.y == 100 - 200);
    test.driver.drag({110, 110}, {2000, 2000});
    test.driver.frame();
    CHECK(test.origin.x == 100);
    CHECK(test.origin.y == 100);
    test.driver.drag({200, 150}, {160, 140});
    test.driver.frames(60);
    test.driver.click({200, 150});
    test.driver.click({200, 150});
    CHECK(test.zoom.usual());
    CHECK(test.origin.x == 100);
}

TEST_CASE("The pointer shows that a picture and its map can be dragged") {
    Zoomed test;
    test.driver.move({200, 150});
    CHECK(ImGui::GetMouseCursor() == ImGuiMouseCursor_Arrow);
    test.driver.press_mouse();
    CHECK(ImGui::GetMouseCursor() == ImGuiMouseCursor_ResizeAll);
    test.driver.release_mouse();
    test.driver.move({345, 260}); // the map
    CHECK(ImGui::GetMouseCursor() == ImGuiMouseCursor_ResizeAll);
}

TEST_CASE("A part is revealed with some room around it, and nothing moves if it is seen already") {
    Zoomed test;
    test.revealed = Rect{420, 150, 440, 170};
    test.driver.frames(2);
    CHECK(test.origin.x == 100 - (440 - (400 - 24)));
    CHECK(test.origin.y == 100);
    test.revealed = Rect{200, 150, 220, 170};
    test.driver.frames(2);
    CHECK(test.origin.x == 100 - (440 - (400 - 24)));
}

TEST_CASE("A press on the map moves that point of the contents to the middle") {
    Zoomed test;
    // Its height is 0.3 of the canvas's: 60; it is 90 wide.
    const Rect map{400 - 10 - 90, 300 - 10 - 60, 400 - 10, 300 - 10};
    test.driver.click({map.middle_x(), map.middle_y()});
    test.driver.frame();
    CHECK(test.under({250, 200}).x == Approx(300));
    CHECK(test.under({250, 200}).y == Approx(200));
    test.driver.drag({map.middle_x(), map.middle_y()}, {map.right + 30, map.bottom + 30});
    test.driver.frame();
    CHECK(test.origin.x == 100 - 300);
    CHECK(test.origin.y == 100 - 200);
}

TEST_CASE("A click on the map is no gesture on the canvas") {
    Zoomed test;
    test.driver.click({345, 260});
    CHECK(test.gestures.empty());
    test.driver.click({150, 150});
    CHECK(test.gestures == std::vector{Gesture::pin});
}

TEST_CASE("The map does not cover what was revealed") {
    Zoomed test;
    test.revealed = Rect{340, 250, 350, 260};
    test.driver.frames(2);
    // It is at the top now: a press there moves the contents, one at the bottom does not.
    test.driver.click({345, 260});
    CHECK(test.origin.x == 100);
    test.driver.click({345, 140});
    test.driver.frame();
    CHECK(test.under({250, 200}).x == Approx(300));
}

} // namespace scanline::view::zoom_test
