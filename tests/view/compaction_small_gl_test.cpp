// The scene of cells in the program, with a real worker and ImGui without OpenGL.
#include "compaction_small/model.h"
#include "gui_driver.h"
#include "scanline/gl/context.h"
#include "scanline/raster/reference/stages.h"
#include "scanline/view/workbench.h"
#include "support/patience.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <memory>

namespace scanline::view::compaction_small_gl_test {

namespace {

struct Program {
    explicit Program(ImVec2 size = {1280, 720}) : driver([this] { workbench->draw(); }, size) {
        workbench = std::make_unique<Workbench>(
            driver.gui, Worker::Options{},
            Workbench::Options{.masks = {}, .session = {}, .quit = {}, .scenes = [](Host& host) {
                                   std::vector<std::unique_ptr<Scene>> scenes;
                                   scenes.push_back(make_compaction_small_scene(host));
                                   return scenes;
                               }});
        driver.frames(2);
    }

    void frame() {
        workbench->update(0);
        driver.frame();
    }
    void settle() {
        frame();
        REQUIRE(workbench->worker().finish(scanline::test::patience));
        frame();
        CHECK_FALSE(workbench->scene().busy());
        CHECK(workbench->log().pending_errors().empty());
    }
    Scene& scene() const { return workbench->scene(); }
    std::string setting(std::string_view key) const {
        const std::vector<Setting> settings = scene().settings();
        const auto found = std::ranges::find(settings, key, &Setting::key);
        REQUIRE(found != settings.end());
        return found->value;
    }

    test::GuiDriver driver;
    std::unique_ptr<Workbench> workbench;
};

raster::reference::Trace twin_of(const SmallSetup& setup) {
    raster::reference::Trace trace;
    raster::reference::compact(setup.values(), setup.layout(), setup.options(), &trace);
    return trace;
}

} // namespace

TEST_CASE("The GPU agrees with the twin of every algorithm, and not with the twin of another stream") {
    gl::Context context = gl::Context::headless();
    raster::Engine engine(context.capabilities());
    for (const raster::Algorithm algorithm : small_algorithms) {
        for (const int size : {8, 100, 256}) {
            SmallSetup setup;
            setup.set_size(size);
            setup.set_density(0.4);
            setup.set_block(16);
            setup.algorithm = algorithm;
            INFO(to_string(algorithm) << ", elements " << setup.elements());
            const SmallCheck check = check_on_gpu(engine, setup, twin_of(setup));
            CHECK(check.passes == twin_of(setup).passes().size());
            CHECK_FALSE(check.difference);
            SmallSetup other = setup;
            other.toggle(3);
            CHECK(check_on_gpu(engine, setup, twin_of(other)).difference);
            CHECK(engine.observer() == nullptr);
        }
    }
}

TEST_CASE("Every step of every algorithm is drawn, in small and in large windows") {
    for (const ImVec2 size : {ImVec2{1024, 640}, ImVec2{2000, 1400}}) {
        Program program(size);
        for (const raster::Algorithm algorithm : small_algorithms) {
            INFO(to_string(algorithm));
            program.scene().set("preset", "random");
            program.scene().set("size", "40");
            program.scene().set("block", "8");
            program.scene().set("algorithm", to_string(algorithm));
            program.scene().set("followed", "4");
            program.settle();
            Transport& transport = *program.scene().transport();
            for (int position = 0; position < transport.count(); ++position) {
                transport.seek(position);
                program.frame();
                CHECK_FALSE(program.scene().step_text().empty());
            }
        }
    }
}

TEST_CASE("A click on an element of the input changes that element, and keeps the step") {
    Program program;
    program.settle();
    program.scene().transport()->seek(1);
    const std::string before = program.setting("elements");
    float y = 100;
    for (; y < 300 && program.setting("elements") == before; y += 8)
        program.driver.click({356, y});
    CHECK(program.setting("elements") == "1" + before.substr(1));
    CHECK(program.setting("preset") == "edited");
    CHECK(program.scene().transport()->position() == 1);
    // The right button follows it instead, and a second time no more.
    y -= 8;
    program.driver.click({356, y}, 1);
    CHECK(program.setting("followed") == "0");
    program.driver.click({356, y}, 1);
    CHECK(program.setting("followed") == "-1");
    CHECK(program.setting("elements") == "1" + before.substr(1));
}

TEST_CASE(
    "A click on an output shows its search, where it was joined too, and a right one follows its element") {
    Program program({1280, 1100});
    program.scene().set("preset", "two-blocks");
    program.scene().set("selected", "5");
    program.settle();
    program.scene().transport()->last();
    const std::string before = program.setting("elements");
    // Upward to the last row, then along it.
    float y = 1000; // above the transport
    for (; y > 300 && program.setting("selected") == "5"; y -= 8)
        program.driver.click({356, y});
    y += 8;
    std::vector<std::string> selected{program.setting("selected")};
    float second_block = 0;
    for (float x = 356; x < 1000; x += 6) {
        program.driver.click({x, y});
        if (program.setting("selected") == selected.back())
            continue;
        selected.push_back(program.setting("selected"));
        if (selected.back() == "8")
            second_block = x;
    }
    CHECK(selected == std::vector<std::string>{"0", "1", "2", "3", "8", "9"});
    program.driver.click({second_block, y}, 1);
    CHECK(program.setting("followed") == "10"); // what output 8 takes: element 8 jumps to 15, and to 10
    CHECK(program.setting("elements") == before);
}

TEST_CASE("What changes, and shaders that have changed, are compared with the GPU anew") {
    Program program;
    program.settle();
    program.scene().set("selected", "3");
    CHECK(program.scene().busy());
    program.settle();
    program.scene().refresh();
    CHECK(program.scene().busy());
    program.settle();
}

TEST_CASE("Actions change stream, algorithm and output") {
    Program program;
    const auto run = [&program](std::string_view id) {
        for (const Action& action : program.workbench->actions().all())
            if (action.id == id)
                return action.run(), true;
        return false;
    };
    CHECK(run("scene.next-algorithm"));
    CHECK(program.setting("algorithm") == "horn");
    CHECK(run("scene.next-preset"));
    CHECK(program.setting("preset") == "figure-1");
    CHECK(run("scene.invert"));
    CHECK(program.setting("elements") == "1001100111011011");
    CHECK(run("scene.next-output"));
    CHECK(program.setting("selected") == "1");
    CHECK(run("scene.previous-output"));
    CHECK(program.setting("selected") == "0");
    CHECK(run("scene.random"));
    CHECK(program.setting("preset") == "random");
    program.settle();
}

TEST_CASE("Another output keeps the row, and another algorithm the end") {
    Program program;
    Transport& transport = *program.scene().transport();
    transport.last();
    const int end = transport.position();
    program.scene().set("selected", "7");
    CHECK(transport.position() + 1 == transport.count());
    CHECK(transport.position() < end); // output 7 has one fetch only
    program.scene().set("algorithm", "bt");
    CHECK(transport.position() + 1 == transport.count());
    transport.seek(2);
    program.scene().set("algorithm", "packed");
    CHECK(transport.position() == 0);
}

} // namespace scanline::view::compaction_small_gl_test
