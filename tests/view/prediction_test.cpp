// What the user predicts, without a scene.
#include "gui_driver.h"
#include "kit/motion.h"
#include "kit/prediction.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::prediction_test {

namespace {

std::vector<Written> two_values(std::string second = "12") {
    return {{.cell = 0, .name = "y0", .value = "5", .why = "5"},
            {.cell = 7, .name = "y1", .value = std::move(second), .why = "5 + 7", .choices = {}}};
}

} // namespace

TEST_CASE("Values are hidden until they are answered, and each answer counts") {
    Prediction prediction;
    prediction.begin("scene", 3, two_values());
    CHECK_FALSE(prediction.hides(0)); // it is off
    prediction.turn(true);
    prediction.begin("scene", 3, two_values());
    CHECK(prediction.hides(0));
    CHECK(prediction.hides(7));
    CHECK_FALSE(prediction.hides(1)); // not written
    CHECK(prediction.asked()->name == "y0");
    CHECK_FALSE(prediction.answered());
    prediction.answer(""); // is none
    CHECK(prediction.hides(0));
    prediction.answer("4");
    CHECK_FALSE(prediction.hides(0));
    CHECK(prediction.answered()->name == "y0");
    CHECK_FALSE(prediction.was_right());
    CHECK(prediction.asked()->name == "y1");
    prediction.answer("12");
    CHECK(prediction.was_right());
    CHECK_FALSE(prediction.hides_any());
    CHECK_FALSE(prediction.asked());
    CHECK(prediction.score().right == 1);
    CHECK(prediction.score().answered == 2);
}

TEST_CASE("The cell that is clicked is asked for, and what is revealed counts for nothing") {
    Prediction prediction;
    prediction.turn(true);
    prediction.begin("scene", 3, two_values());
    prediction.ask(7);
    CHECK(prediction.asked()->name == "y1");
    prediction.answer("12");
    prediction.reveal();
    CHECK_FALSE(prediction.hides_any());
    CHECK_FALSE(prediction.answered());
    CHECK(prediction.score().right == 1);
    CHECK(prediction.score().answered == 1);
}

TEST_CASE("Answers stay with their step for as long as it writes the same values") {
    Prediction prediction;
    prediction.turn(true);
    prediction.begin("scene", 3, two_values());
    prediction.answer("5");
    prediction.answer("12");
    prediction.begin("scene", 4, two_values());
    CHECK(prediction.hides(0));
    prediction.begin("other", 3, two_values());
    CHECK(prediction.hides(0));
    prediction.begin("scene", 3, two_values("13"));
    CHECK_FALSE(prediction.hides(0));
    CHECK(prediction.hides(7));
    CHECK(prediction.score().answered == 1);
    prediction.turn(true);
    CHECK(prediction.score().answered == 0);
}

TEST_CASE("A hidden cell is covered and asked for by a click; an answered one is framed") {
    Prediction prediction;
    prediction.turn(true);
    bool covered = false;
    const Rect cell{100, 100, 160, 130};
    int drawn = 0;
    test::GuiDriver driver{[&] {
        prediction.begin("scene", 0, two_values());
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({400, 300});
        ImGui::Begin("cells", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const int before = list.VtxBuffer.Size;
        covered = prediction.cover(list, driver.gui.look(), cell, 7);
        drawn = list.VtxBuffer.Size - before;
        ImGui::End();
    }};
    driver.frames(2);
    CHECK(covered);
    CHECK(prediction.asked()->cell == 0);
    driver.click({200, 110}); // beside it
    CHECK(prediction.asked()->cell == 0);
    driver.click({130, 110});
    CHECK(prediction.asked()->cell == 7);
    prediction.answer("12");
    driver.frame();
    CHECK_FALSE(covered);
    CHECK(drawn > 0);
    prediction.turn(false);
    driver.frame();
    CHECK(drawn == 0);
}

TEST_CASE("Marks travel after one step forward, from where the last step drew them") {
    Motion motion;
    motion.frame(0, 0, true);
    CHECK_FALSE(motion.running());
    CHECK(motion.place(1, {10, 0}).x == 10);
    motion.frame(1, 0, true);
    CHECK(motion.running());
    CHECK(motion.place(1, {50, 0}).x == 10);
    CHECK(motion.place(2, {50, 0}).x == 50);                                     // it has not been there
    CHECK(motion.place(3, {50, 0}, ImVec2{30, 0}).x == 30);                      // it comes from there
    for (const float passed : {Motion::seconds / 10, Motion::seconds / 5, 1.0f}) // at most a fifth counts
        motion.frame(1, passed, true);
    CHECK(motion.progress() == 0.5f);
    CHECK(motion.place(1, {50, 0}).x == 30);
    for (int frame = 0; frame < 3; ++frame)
        motion.frame(1, 1, true);
    CHECK_FALSE(motion.running());
    CHECK(motion.place(1, {50, 0}).x == 50);
}

TEST_CASE("Marks jump backwards, over several steps, to other runs, and where no motion is wanted") {
    Motion motion;
    motion.frame(4, 0, true);
    motion.place(1, {10, 0});
    const auto [step, wanted, forgets] = GENERATE(
        table<int, bool, bool>({{3, true, false}, {6, true, false}, {5, false, false}, {5, true, true}}));
    CAPTURE(step, wanted, forgets);
    if (forgets)
        motion.forget();
    motion.frame(step, 0, wanted);
    CHECK_FALSE(motion.running());
    CHECK(motion.place(1, {50, 0}).x == 50);
}

} // namespace scanline::view::prediction_test
