// What a click on a canvas means.
#include "kit/gesture.h"

#include "gui_driver.h"

#include <catch2/catch_all.hpp>

#include <vector>

namespace scanline::view::gesture_test {

namespace {

/// A canvas in a window, and every gesture that was made on it.
struct Canvas {
    std::vector<Gesture> made;
    test::GuiDriver driver{[this] {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({400, 300});
        ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
        if (const Gesture gesture = gesture_in({100, 100, 200, 200}); gesture != Gesture::none)
            made.push_back(gesture);
        ImGui::End();
    }};

    Canvas() { driver.frames(2); }
};

using Gestures = std::vector<Gesture>;

} // namespace

TEST_CASE("A click pins, a click with Shift edits, a right click lets go") {
    Canvas canvas;
    canvas.driver.click({150, 150});
    CHECK(canvas.made == Gestures{Gesture::pin});
    canvas.driver.click({150, 150}, 1);
    CHECK(canvas.made == Gestures{Gesture::pin, Gesture::unpin});
    canvas.driver.frames(60); // no double click
    canvas.made.clear();
    ImGui::GetIO().KeyShift = true;
    canvas.driver.click({150, 150});
    CHECK(canvas.made == Gestures{Gesture::edit});
}

TEST_CASE("A drag is no click") {
    Canvas canvas;
    canvas.driver.drag({120, 120}, {180, 180});
    CHECK(canvas.made.empty());
    canvas.driver.frames(60);
    const float least = ImGui::GetIO().MouseDragThreshold;
    canvas.driver.drag({120, 120}, {121 + least, 120});
    CHECK(canvas.made.empty());
    // Not even one that comes back.
    canvas.driver.frames(60);
    canvas.driver.move({120, 120});
    canvas.driver.press_mouse();
    canvas.driver.move({180, 180});
    canvas.driver.move({120, 120});
    canvas.driver.release_mouse();
    CHECK(canvas.made.empty());
}

TEST_CASE("A double click resets, and its second release does not pin again") {
    Canvas canvas;
    canvas.driver.click({150, 150});
    canvas.driver.click({150, 150});
    CHECK(canvas.made == Gestures{Gesture::pin, Gesture::reset});
}

TEST_CASE("Only what begins and ends on the canvas counts") {
    Canvas canvas;
    canvas.driver.click({50, 150});
    canvas.driver.click({50, 150}, 1);
    CHECK(canvas.made.empty());
    canvas.driver.frames(60);
    canvas.driver.move({99, 150});
    canvas.driver.press_mouse();
    canvas.driver.move({101, 150});
    canvas.driver.release_mouse();
    CHECK(canvas.made.empty());
    canvas.driver.frames(60);
    canvas.driver.move({101, 150});
    canvas.driver.press_mouse();
    canvas.driver.move({99, 150});
    canvas.driver.release_mouse();
    CHECK(canvas.made.empty());
}

} // namespace scanline::view::gesture_test
