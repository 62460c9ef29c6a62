// The opening page: when it is shown, what its tiles open, and that its pictures leave all else alone.
#include "kit/gui_renderer.h"
#include "probe_program.h"
#include "scanline/gl/context.h"
#include "scanline/gl/functions.h"
#include "support/patience.h"

#define GLFW_INCLUDE_NONE
#include <GL/glew.h>
#include <GLFW/glfw3.h>
#include <catch2/catch_all.hpp>

#include <algorithm>
#include <memory>

namespace scanline::view::home_gl_test {

using test::Program;

namespace {

const ImVec2 window{1280, 800}, first_tile{350, 300}, second_tile{700, 300}, nowhere{1265, 780};

SessionState left_at(const std::string& scene) {
    SessionState session;
    session.scene = scene;
    return session;
}

/// The program with its real scenes and what draws them.
struct Pictures {
    Pictures()
        : context(gl::Context::headless({.debug = true})), driver([this] { workbench->draw(); }, window),
          renderer(context.capabilities()),
          workbench(std::make_unique<Workbench>(driver.gui, Worker::Options{},
                                                Workbench::Options{.masks = SCANLINE_MASKS_DIR,
                                                                   .systems = systems::all(),
                                                                   .renderer = &renderer,
                                                                   .home = true})) {}

    /// Returns true if another frame is wanted.
    bool frame() {
        context.make_current();
        const bool changed = workbench->update(0.1);
        renderer.new_frame();
        driver.frame();
        renderer.picture(*ImGui::GetDrawData(), 64, 64, 0);
        return changed || workbench->animating();
    }
    bool settle() {
        const Stopwatch watch(steady_time);
        for (int still = 0; still < 5; still = frame() || !workbench->worker().idle() ? 0 : still + 1) {
            if (watch.seconds() > std::chrono::duration<double>(scanline::test::patience).count())
                return false;
        }
        return true;
    }
    std::vector<Setting> settings() const {
        std::vector<Setting> all;
        for (const auto& scene : workbench->scenes())
            std::ranges::copy(scene->settings(), std::back_inserter(all));
        return all;
    }

    gl::Context context;
    test::GuiDriver driver;
    GuiRenderer renderer;
    std::unique_ptr<Workbench> workbench;
};

} // namespace

TEST_CASE("The opening page stands alone, and a click on a tile opens its scene") {
    Program program({}, window, true);
    CHECK(program.workbench->at_home());
    CHECK(program.first.entered + program.first.drawn + program.first.inspected == 0);
    CHECK_FALSE(program.workbench->actions().run("scene.act"));
    program.driver.click(first_tile);
    CHECK_FALSE(program.workbench->at_home());
    CHECK(program.scene() == "first");
    CHECK(program.first.entered == 1);
    program.workbench->select("home");
    program.driver.frames(2);
    const int drawn = program.first.drawn;
    program.driver.click(second_tile);
    CHECK(program.scene() == "second");
    CHECK(program.second.drawn > 0);
    CHECK(program.first.drawn == drawn);
}

TEST_CASE("The opening page is not shown unasked") {
    const Program program;
    CHECK_FALSE(program.workbench->at_home());
    CHECK(program.first.entered == 1);
}

TEST_CASE(
    "Arrow keys and Enter choose on the opening page; Enter alone continues, if there is a last scene") {
    Program fresh({}, window, true);
    fresh.driver.key(GLFW_KEY_ESCAPE);
    CHECK(fresh.workbench->at_home());
    SECTION("the first") {
        fresh.driver.key(GLFW_KEY_ENTER);
        CHECK(fresh.scene() == "first");
        CHECK_FALSE(fresh.workbench->at_home());
    }
    SECTION("the next") {
        fresh.driver.key(GLFW_KEY_RIGHT);
        fresh.driver.key(GLFW_KEY_RIGHT);
        fresh.driver.key(GLFW_KEY_ENTER);
        CHECK(fresh.scene() == "second");
    }
}

TEST_CASE("Enter continues with the scene of the last session, and Escape does") {
    Program program(left_at("second"), window, true);
    SECTION("Enter") {
        program.driver.key(GLFW_KEY_ENTER);
    }
    SECTION("Escape") {
        program.driver.key(GLFW_KEY_ESCAPE);
    }
    SECTION("a click") {
        program.driver.click({1200, 140}); // at its right end
    }
    SECTION("another scene, and back") {
        program.driver.key(GLFW_KEY_DOWN);
        program.driver.key(GLFW_KEY_ENTER);
        CHECK(program.scene() == "first");
        program.driver.key(GLFW_KEY_H, true);
        program.driver.frame();
        program.driver.key(GLFW_KEY_DOWN);
        program.driver.key(GLFW_KEY_RIGHT);
        program.driver.key(GLFW_KEY_ENTER);
    }
    CHECK_FALSE(program.workbench->at_home());
    CHECK(program.scene() == "second");
}

TEST_CASE("A scene is continued at the step at which it was left") {
    SessionState left = left_at("second");
    const auto [kept, step] = GENERATE(table<std::string, int>({{"7", 7}, {"70", 9}, {"many", 0}}));
    CAPTURE(kept);
    left.scenes["second"]["step"] = kept;
    Program program(left, window, true);
    program.second.waits_for_steps = true;
    program.second.transport.set_count(0);
    program.driver.key(GLFW_KEY_ENTER);
    program.frame();
    program.second.transport.set_count(10); // the steps come later
    program.frame();
    CHECK(program.second.transport.position() == step);
    program.second.transport.first();
    program.frame();
    CHECK(program.second.transport.position() == 0);
    CHECK(program.workbench->session().scenes["second"]["step"] == "0");
}

TEST_CASE("The step of a scene that has not been shown again stays in the session") {
    SessionState left = left_at("second");
    left.scenes["second"]["step"] = "7";
    const Program program(left, window, true);
    CHECK(program.workbench->session().scenes["second"]["step"] == "7");
}

TEST_CASE("The opening page is left by files and by the list, and what plays behind it stands still") {
    Program program;
    program.workbench->select("second");
    program.second.transport.seek(3);
    program.second.transport.play();
    program.driver.key(GLFW_KEY_H, true);
    REQUIRE(program.workbench->at_home());
    program.frame(3);
    program.driver.key(GLFW_KEY_RIGHT);
    CHECK(program.second.transport.position() == 3);
    CHECK_FALSE(program.workbench->animating());
    SECTION("a file") {
        program.workbench->open("picture.png");
        CHECK(program.second.opened.size() == 1);
    }
    SECTION("the list") {
        program.driver.click({60, 110});
    }
    CHECK_FALSE(program.workbench->at_home());
    CHECK(program.scene() == "second");
    program.frame(1);
    CHECK(program.second.transport.position() == 5);
}

TEST_CASE(
    "Pictures of the opening page come to rest, play under the mouse, and leave the scenes as they are") {
    Pictures program;
    const std::vector<Setting> before = program.settings();
    REQUIRE(program.settle());
    // Nothing is drawn while nothing happens.
    for (int i = 0; i < 3; ++i)
        CHECK_FALSE(program.workbench->update(10));
    CHECK_FALSE(program.workbench->animating());
    ImGui::GetIO().MousePos = first_tile;
    int played = 0;
    for (int i = 0; i < 40; ++i)
        played += program.frame() ? 1 : 0;
    CHECK(played > 30);
    ImGui::GetIO().MousePos = nowhere;
    CHECK(program.settle());
    CHECK_FALSE(program.workbench->animating());

    const std::vector<Setting> after = program.settings();
    CHECK(std::ranges::equal(before, after, [](const Setting& a, const Setting& b) {
        return a.key == b.key && a.value == b.value;
    }));
    for (const auto& scene : program.workbench->scenes()) {
        const Transport* transport = scene->transport();
        CHECK((!transport || transport->count() == 0 || transport->position() == 0));
    }
    program.driver.click(first_tile);
    CHECK(program.workbench->scene().name() == "compaction-small");
    CHECK_FALSE(program.workbench->at_home());
    CHECK(program.settle());
    CHECK(program.context.take_debug_errors().empty());
    CHECK(glGetError() == GL_NO_ERROR);
}

} // namespace scanline::view::home_gl_test
