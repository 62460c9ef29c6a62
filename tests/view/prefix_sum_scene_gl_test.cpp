// The scene of prefix sums with ImGui; only the worker has an OpenGL context.
#include "gui_driver.h"
#include "kit/scene.h"
#include "scanline/systems/all.h"
#include "scenes/prefix_sum/comparison.h"
#include "scenes/prefix_sum/setup.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::prefix_sum::scene_gl_test {

namespace {

/// The middle and the inspector side by side.
class SceneTest {
protected:
    SceneTest() {
        scene->add_actions(actions);
        driver.frames(2);
    }

    std::string setting(std::string_view key) const {
        const std::vector<Setting> settings = scene->settings();
        const auto found = std::ranges::find(settings, key, &Setting::key);
        REQUIRE(found != settings.end());
        return found->value;
    }
    Transport& transport() { return *scene->transport(); }

    test::GuiDriver driver{[this] { draw(); }, {860, 600}};
    Log log;
    Actions actions;
    Worker worker{{}};
    Host host{worker, log, actions, driver.gui.look(), {}, systems::all(), nullptr, [] {}};
    std::unique_ptr<Scene> scene = make_scene(host);

private:
    void draw() {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({600, 600});
        ImGui::Begin("middle", nullptr, ImGuiWindowFlags_NoDecoration);
        scene->draw();
        ImGui::End();
        ImGui::PopStyleVar();
        ImGui::SetNextWindowPos({600, 0});
        ImGui::SetNextWindowSize({260, 600});
        ImGui::Begin("inspector", nullptr, ImGuiWindowFlags_NoTitleBar);
        scene->draw_inspector();
        ImGui::End();
    }
};

} // namespace

TEST_CASE_METHOD(SceneTest, "A comparison has the steps of its longest variant, and another variant "
                            "begins at its first step") {
    const prefix_sum::Setup setup;
    int most = 0;
    for (const auto& contestant : prefix_sum::compare_variants(setup.spec))
        most = std::max(most, contestant.total.steps);
    const int own = transport().count();
    REQUIRE(own < most + 1);
    REQUIRE(actions.run("scene.compare"));
    CHECK(transport().count() == most + 1); // from the input alone on
    transport().last();
    REQUIRE(actions.run("scene.next-variant"));
    CHECK(setting("variant") == "simd-t");
    CHECK(setting("compare") == "false");
    CHECK(transport().position() == 0);
    driver.frame();
    // What is watched goes on where the step is still there.
    transport().seek(2);
    REQUIRE(actions.run("scene.random"));
    CHECK(transport().position() == 2);
    CHECK(setting("values") == "random");
}

TEST_CASE_METHOD(SceneTest, "Prefix sums are compared and measured anew when what is chosen changes") {
    const auto finish = [this] {
        scene->update();
        REQUIRE(worker.finish(std::chrono::seconds(60)));
        driver.frame();
        REQUIRE_FALSE(scene->busy());
    };
    scene->set("measured-size", "1024");
    scene->enter();
    CHECK(scene->busy());
    finish();
    scene->set("measured-size", "2048");
    CHECK(scene->busy_text() == "measuring");
    finish();
    // Cancelled by another choice.
    scene->set("variant", "scalar1");
    scene->update();
    scene->set("variant", "scalar2");
    finish();
    scene->enter();
    CHECK_FALSE(scene->busy());
    scene->refresh();
    CHECK(scene->busy());
    finish();
}

TEST_CASE_METHOD(SceneTest, "A click on the name of a step goes to that step") {
    transport().last();
    const int last = transport().position();
    for (float y = 150; y < 600 && transport().position() == last; y += 8)
        driver.click({20, y});
    CHECK(transport().position() == 1);
}

TEST_CASE_METHOD(SceneTest, "Step 0 is the input alone, of one variant and of all") {
    transport().first();
    driver.frame();
    CHECK(scene->step_text() == "input");
    transport().seek(1);
    CHECK(scene->step_text() == "up-sweep 1");
    REQUIRE(actions.run("scene.compare"));
    CHECK(scene->step_text() == "step 1 of all variants");
    transport().first();
    driver.frame();
    CHECK(scene->step_text() == "input");
}

TEST_CASE_METHOD(SceneTest, "An element is pinned, changed and let go, and the step is kept") {
    transport().seek(1);
    float y = 60;
    for (; y < 200 && setting("pinned") == "none"; y += 8)
        driver.click({570, y});
    CHECK(setting("pinned") == "15");
    REQUIRE(scene->pinned());
    CHECK(scene->pinned()->title == "x15 = 3");
    driver.frames(60); // no double click
    ImGui::GetIO().KeyShift = true;
    driver.click({570, y - 8});
    ImGui::GetIO().KeyShift = false;
    CHECK(setting("values") == "3,1,7,0,4,1,6,3,3,1,7,0,4,1,6,4");
    CHECK(scene->pinned()->title == "x15 = 4");
    CHECK(transport().position() == 1);
    REQUIRE(actions.run("scene.compare"));
    driver.frame();
    REQUIRE(scene->pinned());
    CHECK(scene->pinned()->facts.size() == enumerators<prefix_sum::Variant>.size());
    scene->unpin();
    CHECK_FALSE(scene->pinned());
    scene->set("pinned", "15");
    scene->set("size", "8");
    CHECK(setting("pinned") == "none");
}

TEST_CASE_METHOD(SceneTest, "The code of a step shows what the pinned element's lane computes") {
    CHECK(scene->listing().current.empty()); // the input
    CHECK_FALSE(scene->listing().lines.empty());
    transport().seek(1);
    Listing listing = scene->listing();
    CHECK(listing.title == "Balanced tree, column 0");
    REQUIRE(listing.current.size() == 1);
    CHECK(listing.lines[listing.current[0]].value == "3 + 1 = 4");
    scene->set("pinned", "5");
    listing = scene->listing();
    CHECK(listing.title == "Balanced tree, column 4");
    CHECK(listing.lines[listing.current[0]].value == "4 + 1 = 5");
    scene->set("compare", "true");
    CHECK(scene->listing().lines.empty());
}

TEST_CASE_METHOD(SceneTest,
                 "The code is that of the cell under the mouse, and counters count up to the step") {
    transport().seek(1);
    float y = 60;
    for (; y < 400 && scene->listing().title != "Balanced tree, column 14"; y += 8)
        driver.move({570, y});
    CHECK(scene->listing().title == "Balanced tree, column 14");
    driver.move({10, 590});
    CHECK(scene->listing().title == "Balanced tree, column 0");
    CHECK(scene->counters().front() == Setting{"work", "8"});
    // In a prediction the pin does not tell.
    scene->set("pinned", "1:14");
    const std::size_t facts = scene->pinned()->facts.size();
    host.prediction.turn(true);
    host.prediction.begin("prefix-sum", 1, scene->written());
    CHECK(scene->pinned()->facts.size() < facts);
    host.prediction.answer("4");
    CHECK(host.prediction.was_right());
    host.prediction.reveal();
    CHECK(scene->pinned()->facts.size() == facts);
}

} // namespace scanline::view::prefix_sum::scene_gl_test
