#include "kit/legend.h"

#include "gui_driver.h"

#include <catch2/catch_all.hpp>

#include <vector>

namespace scanline::view::legend_test {

namespace {

/// A legend of so many keys in a window, and the marks that were drawn.
struct Shown {
    int keys = 0;
    Rect room{0, 0, 800, 600};
    float height = 0;
    std::vector<ImVec2> marks;
    test::GuiDriver driver{[this] {
        const Look& look = driver.gui.look();
        marks.clear();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({1280, 800});
        ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
        Legend legend(look);
        for (int key = 0; key < keys; ++key)
            legend.mark([this](ImDrawList&, ImVec2 at) { marks.push_back(at); }, "what this mark means");
        height = legend.height(room);
        if (!legend.empty())
            legend.draw({room.left, room.bottom - height, room.right, room.bottom});
        ImGui::End();
    }};

    float with(int count) {
        keys = count;
        driver.frames(2);
        return height;
    }
};

} // namespace

TEST_CASE("A legend takes as many lines as its keys need, three at most, and no room without keys") {
    Shown shown;
    CHECK(shown.with(0) == 0);
    const float one = shown.with(2), two = shown.with(6), line = two - one;
    CHECK(line > 0);
    CHECK(shown.marks.size() == 6);
    CHECK(shown.marks[5].y == shown.marks[0].y + line);
    CHECK(shown.marks[4].x == shown.marks[0].x);
    CHECK(shown.with(100) == one + 2 * line);
    for (const ImVec2& mark : shown.marks) {
        CHECK(mark.x < shown.room.right);
        CHECK(mark.y < shown.room.bottom);
    }
    CHECK(shown.marks.size() < 100);
    // Where there is little height a legend has one line.
    shown.room.bottom = 250;
    CHECK(shown.with(100) == one);
}

TEST_CASE("Keys that a legend has no room for are in its tooltip") {
    Shown shown;
    shown.with(100);
    CHECK(shown.marks.size() < 100);
    const std::size_t in_lines = shown.marks.size();
    shown.driver.move({400, 590});
    shown.driver.frame();
    CHECK(shown.marks.size() == in_lines + 100);
}

} // namespace scanline::view::legend_test
