// The scene of cells in the program, with a real worker and ImGui without OpenGL.
#include "gui_driver.h"
#include "scanline/gl/context.h"
#include "scanline/raster/compactor.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"
#include "scenes/compaction/small/model.h"
#include "scenes/scenes.h"
#include "shell/workbench.h"
#include "support/patience.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <memory>

namespace scanline::view::compaction::small::gl_test {

namespace {

struct Program {
    explicit Program(ImVec2 size = {1280, 720}) : driver([this] { workbench->draw(); }, size) {
        workbench = std::make_unique<Workbench>(
            driver.gui, Worker::Options{},
            Workbench::Options{.masks = {}, .session = {}, .quit = {}, .scenes = [](Host& host) {
                                   std::vector<std::unique_ptr<Scene>> scenes;
                                   scenes.push_back(make_scene(host));
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

raster::reference::Trace twin_of(const Setup& setup) {
    raster::reference::Trace trace;
    raster::reference::compact(setup.values(), setup.layout(), setup.options(), &trace);
    return trace;
}

void draw_every_step(Program& program) {
    Transport& transport = *program.scene().transport();
    for (int position = 0; position < transport.count(); ++position) {
        transport.seek(position);
        program.frame();
        CHECK_FALSE(program.scene().step_text().empty());
    }
}

} // namespace

TEST_CASE("The GPU agrees with the twin of every algorithm, and not with the twin of another stream") {
    gl::Context context = gl::Context::headless();
    raster::Engine engine(context.capabilities());
    for (const raster::Algorithm algorithm : small_algorithms) {
        for (const int size : {8, 100, 256}) {
            Setup setup;
            setup.set_size(size);
            setup.set_density(0.4);
            setup.set_block(16);
            setup.algorithm = algorithm;
            INFO(to_string(algorithm) << ", elements " << setup.elements());
            const Check check = check_on_gpu(engine, setup, twin_of(setup));
            CHECK(check.passes == twin_of(setup).passes().size());
            CHECK(check.difference.empty());
            Setup other = setup;
            other.toggle(3);
            CHECK_FALSE(check_on_gpu(engine, setup, twin_of(other)).difference.empty());
            CHECK(engine.observer() == nullptr);
        }
    }
}

TEST_CASE("The rows of every algorithm are in the stages that the GPU announces") {
    struct StageNames final : PassObserver {
        void stage_begins(std::string_view stage) override { stage_ = stage; }
        void pass_ends(const Pass& pass) override {
            if (pass.name != raster::pass::span_vertices)
                all.push_back(stage_);
        }
        std::vector<std::string> all;

    private:
        std::string stage_;
    };
    gl::Context context = gl::Context::headless();
    raster::Engine engine(context.capabilities());
    for (const raster::Algorithm algorithm : small_algorithms) {
        for (const raster::PrefixSumMethod method : enumerators<raster::PrefixSumMethod>) {
            Setup setup(Preset::four_blocks);
            setup.algorithm = algorithm;
            setup.prefix_sum = method;
            setup.run_lengths = raster::RunLengthMethod::balanced_tree;
            INFO(to_string(algorithm) << ", " << to_string(method));
            raster::Compactor compactor(engine, setup.layout(), setup.options());
            const raster::StreamTexture stream = engine.make_stream(setup.layout());
            engine.upload(stream, setup.layout(), setup.values());
            StageNames stages;
            {
                const ObserverScope scope(engine, &stages);
                compactor(stream);
            }
            std::vector<std::string> rows;
            const Model model(setup);
            for (const Row& row : model.rows())
                rows.emplace_back(row.stage);
            rows.erase(rows.begin()); // the input
            CHECK(rows == stages.all);
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
            program.scene().set("pinned", "4");
            program.settle();
            draw_every_step(program);
        }
    }
}

TEST_CASE("Every step of two algorithms is drawn, above or beside one another, and all chains at once") {
    for (const ImVec2 size : {ImVec2{1024, 640}, ImVec2{2000, 1400}}) {
        Program program(size);
        program.scene().set("pinned", "5");
        for (const char* other : {"bt", "packed", "none"}) {
            INFO(other);
            program.scene().set("compare", other);
            program.scene().set("chains", "all");
            program.settle();
            draw_every_step(program);
        }
    }
}

TEST_CASE("Compare adds the passes of a second algorithm, in whose results the pinned element is found too") {
    Program program;
    const Transport& transport = *program.scene().transport();
    program.scene().transport()->last();
    program.scene().set("compare", "bt");
    program.settle();
    CHECK(transport.count() == 16); // the three passes of its tree, besides those of Jumping Jack
    CHECK(transport.position() == 15);
    program.scene().set("pinned", "5");
    const std::optional<Pinned> pinned = program.scene().pinned();
    REQUIRE(pinned);
    const auto value = [&pinned](std::string_view key) {
        const auto found = std::ranges::find(pinned->facts, key, &Setting::key);
        return found == pinned->facts.end() ? "" : found->value;
    };
    CHECK(value("A ends at") == "0 of 15");
    CHECK(value("B ends at") == "2 of 15");
    // The pass stays where another algorithm is compared, and where none is.
    program.scene().transport()->seek(5);
    CHECK(
        program.scene().step_text().starts_with("prefix-sum, pass 1 of 3: prefix sums, i and i - 1 | tree"));
    program.scene().set("compare", "horn");
    CHECK(program.scene().step_text().starts_with("prefix-sum, pass 1 of 3: prefix sums, i and i - 1"));
    program.scene().set("compare", "none");
    CHECK(program.scene().step_text() == "prefix sums, i and i - 1");
    program.scene().transport()->first();
    program.scene().set("compare", "bt");
    CHECK(transport.position() == 0);
}

TEST_CASE("Both that are compared are checked on the GPU, and a click in the lower one pins too") {
    Program program;
    program.scene().set("compare", "bt");
    CHECK(program.scene().busy());
    program.settle();
    program.scene().transport()->last();
    program.frame();
    float y = 400;
    for (; y < 620 && program.setting("pinned") == "-1"; y += 8) {
        program.driver.frames(30);
        program.driver.click({380, y});
    }
    CHECK(program.setting("pinned") == "1");
}

TEST_CASE("With all chains the search is one step, and the step stays at the row") {
    Program program;
    Transport& transport = *program.scene().transport();
    const int with_fetches = transport.count();
    transport.seek(7);
    program.scene().set("chains", "all");
    program.frame();
    CHECK(transport.count() == 13);
    CHECK(with_fetches == 22);
    CHECK(transport.position() == 4);         // before the search, whose fetches are no steps now
    program.scene().set("algorithm", "horn"); // which has none
    CHECK(transport.count() > 13);
    program.settle();
}

TEST_CASE("A click on an element of the input pins it, one with Shift changes it, and the step stays") {
    Program program;
    program.scene().set("preset", "jumping-jack");
    program.settle();
    program.scene().transport()->seek(1);
    const std::string before = program.setting("elements");
    float y = 110, x = 400;
    for (; y < 400 && program.setting("pinned") == "-1"; y += 8)
        program.driver.click({x, y});
    y -= 8;
    REQUIRE(program.setting("pinned") != "-1");
    const auto element = static_cast<std::size_t>(std::stoi(program.setting("pinned")));
    CHECK(program.setting("elements") == before);
    const std::optional<Pinned> pinned = program.scene().pinned();
    REQUIRE(pinned);
    CHECK(pinned->title.starts_with("Element " + program.setting("pinned") + ":"));
    CHECK(pinned->facts.size() == 3); // block, the flag, its end

    program.driver.frames(30); // so that this is no double click
    ImGui::GetIO().KeyShift = true;
    program.driver.click({x, y});
    ImGui::GetIO().KeyShift = false;
    std::string changed = before;
    changed[element] = changed[element] == '1' ? '0' : '1';
    CHECK(program.setting("elements") == changed);
    CHECK(program.setting("preset") == "edited");
    CHECK(program.setting("pinned") == std::to_string(element));
    CHECK(program.scene().transport()->position() == 1);

    program.driver.click({x, y}, 1);
    CHECK(program.setting("pinned") == "-1");
    CHECK_FALSE(program.scene().pinned());
    CHECK(program.setting("elements") == changed);
}

TEST_CASE("A click on an output shows its search and pins its element, where it was joined too") {
    Program program({1280, 1100});
    program.scene().set("preset", "two-blocks");
    program.scene().set("selected", "5");
    program.settle();
    program.scene().transport()->last();
    const std::string before = program.setting("elements");
    // Upward to the last row, then along it; slowly, as a double click would reset the view.
    const auto click = [&program](ImVec2 at) {
        program.driver.frames(30);
        program.driver.click(at);
    };
    float y = 1000; // above the transport
    for (; y > 300 && program.setting("selected") == "5"; y -= 8)
        click({360, y});
    y += 8;
    std::vector<std::pair<std::string, std::string>> seen;
    for (float x = 360; x < 1000; x += 12) {
        click({x, y});
        const std::pair now{program.setting("selected"), program.setting("pinned")};
        if (seen.empty() || seen.back() != now)
            seen.push_back(now);
    }
    std::vector<std::string> selected;
    for (const auto& [output, element] : seen) {
        selected.push_back(output);
        if (output == "8")
            CHECK(element == "10"); // element 8 jumps to 15, and to 10
    }
    CHECK(selected == std::vector<std::string>{"0", "1", "2", "3", "8", "9"});
    CHECK(program.setting("elements") == before);
}

TEST_CASE("What changes, and shaders that have changed, are compared with the GPU anew") {
    Program program;
    program.settle();
    program.scene().set("selected", "3"); // has the same passes
    CHECK_FALSE(program.scene().busy());
    program.scene().set("block", "4");
    CHECK(program.scene().busy());
    program.settle();
    program.scene().refresh();
    CHECK(program.scene().busy());
    program.settle();
}

TEST_CASE("Actions change stream, algorithm and output") {
    Program program;
    program.scene().set("preset", "jumping-jack");
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
    CHECK(run("scene.change-pinned")); // nothing is pinned
    CHECK(program.setting("elements") == "1001100111011011");
    program.scene().set("pinned", "1");
    CHECK(run("scene.change-pinned"));
    CHECK(program.setting("elements") == "1101100111011011");
    CHECK(run("scene.random"));
    CHECK(program.setting("preset") == "random");
    program.settle();
}

TEST_CASE("Another output keeps the row, and another algorithm the end") {
    Program program;
    program.scene().set("preset", "jumping-jack");
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

} // namespace scanline::view::compaction::small::gl_test
