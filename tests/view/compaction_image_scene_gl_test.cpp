#include "scanline/systems/all.h"
// The scene of a compacted picture in the program around it: mouse, keys and commands, with ImGui and without
// an OpenGL of the interface.
#include "gui_driver.h"
#include "scanline/data/generators.h"
#include "scanline/data/image.h"
#include "scenes/compaction/image/own_mask.h"
#include "shell/workbench.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::compaction_image_scene_gl_test {

namespace {

const ImVec2 in_source{330, 300}; ///< a place in the first pane

class PictureProgram {
public:
    PictureProgram() : driver([this] { workbench->draw(); }, {1280, 720}) {
        workbench.emplace(driver.gui, Worker::Options{},
                          Workbench::Options{.masks = SCANLINE_MASKS_DIR, .systems = systems::all()});
        workbench->select("compaction-image");
        workbench->scene().set("image", "finger");
        settle();
    }

    void settle() {
        for (int still = 0; still < 4;) {
            frame();
            still = workbench->scene().busy() ? 0 : still + 1;
            workbench->worker().finish(std::chrono::milliseconds(20));
        }
        CHECK(workbench->log().pending_errors().empty());
    }
    void frame() {
        workbench->update(1.0 / 60);
        driver.frame();
    }
    std::string setting(std::string_view key) {
        const std::vector<Setting> all = workbench->scene().settings();
        return std::ranges::find(all, key, &Setting::key)->value;
    }
    void wheel(float turns) {
        ImGui::GetIO().MouseWheel = turns;
        frame();
        ImGui::GetIO().MouseWheel = 0;
        frame();
    }

    std::optional<Workbench> workbench;
    test::GuiDriver driver;
};

} // namespace

TEST_CASE("The wheel zooms, dragging pans, a double click and F show everything again") {
    PictureProgram program;
    CHECK(program.setting("zoom") == "fit");
    program.driver.move(in_source);
    for (int i = 0; i < 10; ++i)
        program.wheel(1);
    REQUIRE(program.setting("zoom") != "fit");
    const double zoom = std::stod(program.setting("zoom")), before = std::stod(program.setting("center-x"));
    program.driver.drag(in_source, {in_source.x - 50, in_source.y});
    CHECK(std::stod(program.setting("center-x")) == Catch::Approx(before + 50 / zoom / 2048));
    program.driver.click(in_source);
    program.driver.click(in_source);
    program.frame();
    CHECK(program.setting("zoom") == "fit");
    CHECK(program.workbench->actions().run("scene.one-to-one"));
    CHECK(program.setting("zoom") == "1");
    CHECK(program.workbench->actions().run("scene.fit"));
    program.frame();
    CHECK(program.setting("zoom") == "fit");
}

TEST_CASE("A click pins the element under the mouse, a right click and Escape let it go") {
    PictureProgram program;
    program.driver.click(in_source);
    program.frame();
    const std::string pinned = program.setting("pinned");
    CHECK(std::stoi(pinned) > 0);
    CHECK(program.workbench->scene().pinned()->title == "Element " + pinned);
    program.driver.click(in_source, 1);
    CHECK(program.setting("pinned") == "-1");
    program.workbench->scene().set("pinned", "17");
    program.workbench->scene().unpin();
    program.frame();
    CHECK_FALSE(program.workbench->scene().pinned());
    // In the flags, which lie in the picture's place, the same element is found.
    program.workbench->scene().set("pass", "1");
    program.settle();
    program.driver.click({in_source.x + 246, in_source.y});
    program.frame();
    CHECK(program.setting("pinned") == pinned);
    program.driver.drag(in_source, {in_source.x - 50, in_source.y});
    CHECK(program.setting("pinned") == pinned);
}

TEST_CASE("The mouse paints a mask in the source and erases with Shift or its right button") {
    PictureProgram program;
    const auto run = [&] {
        program.settle();
        return program.setting("image");
    };
    program.workbench->scene().set("draw", "true");
    run();
    const ImVec2 from{in_source.x - 20, in_source.y}, to{in_source.x + 20, in_source.y + 20};
    CHECK(program.setting("image") == "64x64:");
    program.driver.drag(from, to);
    const std::string painted = run();
    CHECK(painted != "64x64:");
    CHECK(program.setting("pinned") == "-1"); // a click there pins nothing
    CHECK(program.setting("zoom") == "fit");
    program.driver.click({in_source.x, in_source.y + 60});
    const std::string dotted = run();
    CHECK(dotted != painted);
    ImGui::GetIO().KeyShift = true;
    program.driver.click({in_source.x, in_source.y + 60});
    ImGui::GetIO().KeyShift = false;
    CHECK(run() == painted);
    program.driver.click(to, 1);
    CHECK(run().size() <= painted.size());
    CHECK(run() != painted);
    for (const std::string& before : {painted, dotted, painted, std::string("64x64:")}) {
        program.driver.key(GLFW_KEY_Z, true);
        CHECK(run() == before);
    }
    program.driver.key(GLFW_KEY_Z, true);
    CHECK(run() == "finger");
    CHECK(program.setting("draw") == "false");
    program.driver.key(GLFW_KEY_Z, true, true);
    CHECK(run() == "64x64:");
    CHECK(program.setting("draw") == "true");
    program.workbench->scene().set("draw", "false");
    program.driver.click(in_source);
    program.frame();
    CHECK(program.setting("pinned") != "-1");
    CHECK(run() == "64x64:");
}

TEST_CASE("Painting begins with the picture if that is small, as far as it is valid") {
    const scanline::test::TemporaryFolder folder;
    const data::Image picture = data::bernoulli_mask(100, 70, 0.3, 1);
    data::write_png(folder / "small.png", picture);
    PictureProgram program;
    program.workbench->scene().set("image", (folder / "small.png").string());
    program.settle();
    program.driver.click({1105, 153}); // Paint your own
    program.settle();
    CHECK(program.setting("draw") == "true");
    const compaction::ValueImage mask = compaction::image::parse_mask(program.setting("image"));
    REQUIRE(mask.width == 100);
    REQUIRE(mask.height == 70);
    for (int i = 0; i < 7000; ++i)
        REQUIRE((mask.values[static_cast<std::size_t>(i)] == 255) ==
                (*picture.pixel(i % 100, i / 100) >= 128));
}

TEST_CASE("A click on a stage goes to its first pass") {
    PictureProgram program;
    program.driver.click({500, 107}); // reduction, of bt
    program.frame();
    CHECK(program.setting("pass") == "2");
}

TEST_CASE("B shows the second variant as long as it is held") {
    PictureProgram program;
    ImGui::GetIO().KeysDown[GLFW_KEY_B] = true;
    program.frame();
    CHECK(program.setting("flip") == "true");
    program.settle();
    ImGui::GetIO().KeysDown[GLFW_KEY_B] = false;
    program.frame();
    CHECK(program.setting("flip") == "false");
    // With Shift it is the command, which does not wait for the key to be let go.
    ImGui::GetIO().KeysDown[GLFW_KEY_B] = ImGui::GetIO().KeyShift = true;
    program.frame();
    CHECK(program.setting("flip") == "true");
    ImGui::GetIO().KeysDown[GLFW_KEY_B] = ImGui::GetIO().KeyShift = false;
    program.frame();
    CHECK(program.setting("flip") == "true");
    program.driver.key(GLFW_KEY_B, false, true);
    CHECK(program.setting("flip") == "false");
    CHECK(program.workbench->actions().run("scene.flip"));
    CHECK(program.setting("flip") == "true");
    CHECK(program.workbench->actions().run("scene.grid"));
    CHECK(program.setting("grid") == "true");
}

} // namespace scanline::view::compaction_image_scene_gl_test
