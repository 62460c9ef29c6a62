// Pictures of every step, saved by the window.
#include "kit/gui_renderer.h"
#include "probe_program.h"
#include "scanline/data/image.h"
#include "scanline/gl/context.h"
#include "shell/step_recorder.h"
#include "support/temporary_folder.h"

#include "data/files.h"

#include <catch2/catch_all.hpp>

#include <optional>

namespace scanline::view::step_recorder_gl_test {

using Catch::Matchers::ContainsSubstring;
using data::test::names_in;
using scanline::test::TemporaryFolder;
using test::Probe;
using test::ProbeScene;

namespace {

constexpr int steps = 3;

/// A window of one scene with three steps, drawn by OpenGL.
struct DrawnProgram {
    DrawnProgram() : driver([this] { workbench->draw(); }, {640, 400}), renderer(context.capabilities()) {
        probe.transport.set_count(steps);
        probe.transport.seek(1);
        workbench.emplace(driver.gui, Worker::Options{},
                          Workbench::Options{.masks = {},
                                             .systems = systems::all(),
                                             .renderer = &renderer,
                                             .scenes =
                                                 [this](Host&) {
                                                     std::vector<std::unique_ptr<Scene>> scenes;
                                                     scenes.push_back(
                                                         std::make_unique<ProbeScene>("one", probe));
                                                     return scenes;
                                                 },
                                             .pictures = folder.path()});
        frame();
    }

    void frame() {
        workbench->update(0.01);
        renderer.new_frame();
        driver.frame();
        workbench->after_frame(*ImGui::GetDrawData());
        workbench->worker().finish(std::chrono::milliseconds(10'000));
    }
    /// Until nothing is being saved, or so many pictures are.
    void save(int most = steps + 1) {
        for (int i = 0; i < 100 && workbench->recorder() && std::ssize(names_in(folder.path())) < most; ++i)
            frame();
    }
    std::string last_message() { return workbench->log().entries().back().text; }

    TemporaryFolder folder;
    Probe probe;
    gl::Context context = gl::Context::headless({});
    test::GuiDriver driver;
    GuiRenderer renderer;
    std::optional<Workbench> workbench;
};

} // namespace

TEST_CASE("Every step is saved as a picture of the window, and then the step is what it was") {
    DrawnProgram program;
    const ImVec2 mouse{300, 200};
    ImGui::GetIO().MousePos = mouse;
    program.workbench->save_steps(program.folder / "scanline-one-1.png");
    CHECK(program.workbench->animating());
    program.save();
    CHECK_FALSE(program.workbench->recorder());
    CHECK(names_in(program.folder.path()).size() == steps);
    CHECK(program.probe.transport.position() == 1);
    CHECK(program.last_message() ==
          "Saved 3 steps: " + (program.folder / "scanline-one-1-0000.png").string());
    // The same picture as that of the window at a step, without what tells of the progress.
    program.frame();
    ImGui::GetIO().MousePos = {-1, -1};
    CHECK(program.workbench->actions().run("file.picture"));
    program.frame();
    program.frame();
    const data::Image all = data::read_image(program.folder / "scanline-one-1.png"),
                      step = data::read_image(program.folder / "scanline-one-1-0001.png"),
                      other = data::read_image(program.folder / "scanline-one-1-0002.png");
    const bool is_step = step.pixels == all.pixels, is_next = step.pixels == other.pixels;
    CHECK(is_step);
    CHECK_FALSE(is_next);
}

TEST_CASE("The window saves every step as one animation, which replaces none") {
    DrawnProgram program;
    for (const std::string name : {"scanline-one-1.apng", "scanline-one-2.apng"}) {
        CHECK(program.workbench->actions().run("file.animation"));
        program.save(100);
        CHECK(program.last_message() == "Saved 3 steps: " + (program.folder / name).string());
        CHECK(data::read_image(program.folder / name).width == 640); // its first frame
    }
    const std::string file = data::test::get(program.folder / "scanline-one-1.apng");
    CHECK_THAT(file, ContainsSubstring(std::string("acTL\0\0\0\3", 8)));
    CHECK(names_in(program.folder.path()).size() == 2);
    // One that is cancelled, or whose window changes its size, leaves nothing.
    CHECK(program.workbench->actions().run("file.animation"));
    SECTION("cancelled") {
        program.frame();
        program.driver.key(GLFW_KEY_ESCAPE);
    }
    SECTION("of another size") {
        while (program.workbench->recorder()->written() == 0)
            program.frame();
        ImGui::GetIO().DisplaySize.y += 1;
    }
    program.save(100);
    CHECK_THAT(program.last_message(), ContainsSubstring("Cancelled after"));
    program.workbench.reset(); // ends the worker, which may hold the file
    CHECK(names_in(program.folder.path()).size() == 2);
}

TEST_CASE("Escape or a click on Cancel ends it, what was written stays, and other keys wait") {
    DrawnProgram program;
    program.workbench->save_steps(program.folder / "scanline-one-1.png");
    CHECK_FALSE(program.workbench->actions().run("file.animation"));
    program.save(1);
    program.driver.key(GLFW_KEY_A);
    CHECK(program.probe.acted == 0);
    SECTION("Escape") {
        program.driver.key(GLFW_KEY_ESCAPE);
    }
    SECTION("a click") {
        // The only toast is in the corner, beside the collapsed list, with the button at its left.
        program.driver.click({24 + 12 + 30, 400 - 26 - 52 - 12 - 22});
    }
    program.save();
    CHECK_FALSE(program.workbench->recorder());
    CHECK_THAT(program.last_message(),
               ContainsSubstring("Cancelled after") && ContainsSubstring("of 3 steps"));
    CHECK(std::filesystem::exists(program.folder / "scanline-one-1-0000.png"));
    CHECK_FALSE(std::filesystem::exists(program.folder / "scanline-one-1-0002.png"));
}

TEST_CASE("A picture that cannot be written ends it with an error") {
    DrawnProgram program;
    program.workbench->save_steps("/nowhere/a.png");
    program.save();
    CHECK_FALSE(program.workbench->recorder());
    REQUIRE(program.workbench->log().pending_errors().size() == 1);
    CHECK_THAT(program.workbench->log().pending_errors()[0], ContainsSubstring("/nowhere"));
    CHECK_THAT(program.last_message(), ContainsSubstring("0 of 3 steps"));
}

TEST_CASE("Other steps than those at the beginning end it") {
    DrawnProgram program;
    program.workbench->save_steps(program.folder / "a.png");
    program.save(1);
    const int count = GENERATE(0, steps + 1);
    program.probe.transport.set_count(count);
    program.save();
    CHECK_FALSE(program.workbench->recorder());
    CHECK_THAT(program.last_message(), ContainsSubstring("Cancelled"));
}

TEST_CASE("A scene without steps saves none") {
    DrawnProgram program;
    program.probe.transport.set_count(0);
    CHECK_FALSE(program.workbench->actions().run("file.animation"));
    CHECK_THROWS_WITH(program.workbench->save_steps("a.png"), "the scene one has no steps");
}

} // namespace scanline::view::step_recorder_gl_test
