// The scene of cubes with ImGui and without OpenGL on its thread; the worker builds the trees.
#include "cube_cases.h"
#include "scanline/view/view_request.h"
#include "scene_driver.h"
#include "scenes/cube/step_view.h"
#include "scenes/scenes.h"
#include "shell/undo.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::cube_scene::scene_gl_test {

namespace {

class SceneTest : protected test::SceneDriver {
protected:
    SceneTest() : SceneDriver(make_scene) {}
};

} // namespace

TEST_CASE("The badge says that the GPU has the same tree, update and answer") {
    for (const auto& [key, value] : {std::pair{"query", "*,0,2"}, {"measure", "min"}, {"further", "0"}}) {
        INFO(key << " = " << value);
        const std::string svg = render_svg({.scene = "cube",
                                            .settings = {{key, value}, {"dimensions", "4"}, {"path", "CB"}},
                                            .systems = systems::all()});
        CHECK_THAT(svg, Catch::Matchers::ContainsSubstring(">GPU agrees</text>"));
    }
}

TEST_CASE_METHOD(SceneTest,
                 "Every step of builds, queries and updates can be drawn, whatever is under the mouse") {
    for (const char* dimensions : {"2", "5"}) {
        set("dimensions", dimensions);
        for (const char* count : {"1", "64"}) {
            set("count", count);
            for (const char* show : {"build", "query", "update"}) {
                set("show", show);
                for (int step = 0; step < transport().count(); ++step) {
                    transport().seek(step);
                    driver.move({100 + 37 * static_cast<float>(step), 120 + 31 * static_cast<float>(step)});
                }
            }
        }
    }
    CHECK(log.pending_errors().empty());
}

TEST_CASE_METHOD(SceneTest, "Whatever the steps go through, the last one stays the last") {
    CHECK(transport().count() == 13);
    CHECK(scene->step_text() == "input");
    transport().last();
    CHECK(scene->step_text() == "level 0: roll-up");
    set("show", "query");
    CHECK(scene->step_text() == "answer");
    REQUIRE(actions.run("scene.show"));
    finish();
    CHECK(setting("show") == "update");
    CHECK(scene->step_text() == "new header tables");
    REQUIRE(actions.run("scene.random"));
    REQUIRE(actions.run("scene.next-preset"));
    finish();
    CHECK(setting("seed") == "3");
    CHECK(setting("codes") == "uniform");
}

TEST_CASE_METHOD(SceneTest,
                 "A click pins a node, in the tree, the rows and the arrays; a right click lets it go") {
    transport().last();
    driver.frame();
    const Run run = cases::make_cube_run({});
    int levels_met = 0;
    std::string before;
    for (float y = 80; y < 590; y += 8) {
        driver.click({200, y});
        if (!scene->pinned() || setting("pinned") == before)
            continue;
        before = setting("pinned");
        ++levels_met;
        CAPTURE(before, y);
        const Setup setup = cases::cube_setup({{"pinned", before}});
        const auto at = node_at(run.build.tree, node_codes(setup.pinned));
        REQUIRE(at);
        CHECK(scene->pinned()->title == "Node " + node_name(run, run.build.tree, *at));
    }
    CHECK(levels_met >= 7); // four levels, three lines of rows
    driver.click({300, 85}, 1);
    CHECK(setting("pinned") == "none");
    // A node that only the update makes.
    const std::vector<cube::UpdateTrace::Source>& leaves = run.update.sources[3];
    const auto fresh = std::ranges::find_if(leaves, &cube::UpdateTrace::Source::is_new) - leaves.begin();
    scene->set("show", "update");
    std::string codes;
    for (const std::uint32_t code : codes_of(run.update.tree, {3, static_cast<std::uint32_t>(fresh)}))
        codes += (codes.empty() ? "" : ",") + std::to_string(code);
    set("pinned", codes);
    CHECK(scene->pinned());
    set("show", "build");
    CHECK_FALSE(scene->pinned());
}

TEST_CASE_METHOD(SceneTest, "Builds are measured on the worker, until that is not wanted") {
    set("measured", "1024");
    scene->set("timed", "true");
    CHECK(scene->busy_text() == "measuring");
    scene->set("timed", "false");
    CHECK_FALSE(scene->busy());
    set("timed", "true");
    scene->refresh();
    CHECK(scene->busy());
    finish();
    CHECK(log.pending_errors().empty());
}

} // namespace scanline::view::cube_scene::scene_gl_test
