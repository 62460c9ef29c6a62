// Predicting in the program: the strip, and what else would tell a value.
#include "probe_program.h"

#include <imgui_internal.h>

#include <catch2/catch_all.hpp>

namespace scanline::view::workbench_predict_gl_test {

using test::Program;

namespace {

struct Predicting : Program {
    Predicting() {
        workbench->select("second");
        second.written = {
            {.cell = 0, .name = "y0", .value = "5", .why = "2 + 3"},
            {.cell = 1, .name = "y1", .value = "stays", .why = "", .choices = {"stays", "goes"}}};
        second.pinned = "4";
        second.has_numbers = true;
        second.listing = {"Sum", {{"y = a + b", "5"}}, {0}};
        workbench->actions().run("predict");
        driver.frames(5);
    }
    Prediction& prediction() { return host->prediction; }
};

} // namespace

TEST_CASE("A value is typed into the strip, and the next one is asked for until none is left") {
    Predicting program;
    CHECK(program.prediction().asked()->name == "y0");
    CHECK(ImGui::GetIO().WantTextInput); // without a click
    program.driver.type("7");
    program.driver.key(GLFW_KEY_ENTER);
    program.driver.frames(5);
    REQUIRE(program.prediction().answered());
    CHECK_FALSE(program.prediction().was_right());
    CHECK(program.prediction().asked()->name == "y1");
    CHECK_FALSE(ImGui::GetIO().WantTextInput); // it has choices
    program.prediction().answer("stays");
    program.driver.frames(5);
    CHECK(program.prediction().score().right == 1);
    CHECK_FALSE(program.prediction().asked());
    program.driver.key(GLFW_KEY_RIGHT); // keys step again
    CHECK(program.second.transport.position() == 1);
    CHECK(program.prediction().asked()->name == "y0");
    program.driver.key(GLFW_KEY_ESCAPE);
    program.workbench->actions().run("predict");
    program.driver.frames(5);
    CHECK_FALSE(program.prediction().on());
}

TEST_CASE("The strip keeps its height, and its buttons reveal and end") {
    Predicting program;
    const auto height = [] { return ImGui::FindWindowByName("prediction")->Size.y; };
    const float before = height();
    // From the left end of its row.
    const ImGuiWindow& strip = *ImGui::FindWindowByName("prediction");
    const float y = strip.Pos.y + strip.Size.y / 2;
    for (float x = 0; x < 400 && program.prediction().hides_any(); x += 10)
        program.driver.click({x, y});
    CHECK_FALSE(program.prediction().hides_any());
    CHECK(program.prediction().score().answered == 0);
    program.driver.frames(5);
    CHECK(height() == before);
    program.driver.click({1240, y});
    CHECK_FALSE(program.prediction().on());
}

TEST_CASE("A shader has a tab of its own between the code and the numbers") {
    Predicting program;
    program.workbench->actions().run("predict");
    const ImVec2 place{1070, 48};
    program.driver.click(place);
    CHECK(program.workbench->session().tab == InspectorTab::numbers);
    program.second.listing.shader = "compute/reduce.comp";
    program.driver.frames(5);
    program.driver.click(place);
    CHECK(program.workbench->session().tab == InspectorTab::shader);
    program.driver.frames(5);
    CHECK(program.workbench->log().pending_errors().empty());
}

} // namespace scanline::view::workbench_predict_gl_test
