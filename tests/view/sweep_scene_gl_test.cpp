#include "kit/gui_renderer.h"
#include "kit/look.h"
#include "kit/scene.h"
#include "scanline/bench/report.h"
#include "scanline/core/error.h"
#include "scanline/data/image.h"
#include "scanline/gl/context.h"
#include "scanline/systems/all.h"
#include "scanline/systems/sweep.h"
#include "scenes/scenes.h"
#include "scenes/sweep/export.h"
#include "support/fake_clock.h"
#include "support/patience.h"
#include "support/temporary_folder.h"
#include "support/text_file.h"

#include <catch2/catch_all.hpp>
#include <imgui_internal.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

namespace scanline::view::sweep::scene_gl_test {

namespace {

using Catch::Matchers::ContainsSubstring;
using scanline::test::patience;
using scanline::test::text_of;

/// The scene with a worker, a log and a renderer, and no window.
class SweepTest {
protected:
    SweepTest() {
        ImGui::GetIO().DisplaySize = {1000, 700};
        set({{"algorithm", "bt, packed"},
             {"block", "16"},
             {"density", "0.2, 0.8"},
             {"size", "1000"},
             {"reps", "2"},
             {"folder", folder.string()}});
        scene->add_actions(actions);
    }
    ~SweepTest() { scene.reset(); }

    void set(const std::vector<std::pair<std::string, std::string>>& settings) {
        for (const auto& [key, value] : settings)
            scene->set(key, value);
    }

    void frame() {
        worker.deliver();
        scene->update();
        renderer.new_frame();
        ImGui::NewFrame();
        ImGui::SetNextWindowSize({700, 500});
        ImGui::Begin("middle");
        scene->draw();
        ImGui::End();
        ImGui::SetNextWindowSize({400, 3000});
        ImGui::Begin("inspector");
        scene->draw_inspector();
        ImGui::End();
        ImGui::Render();
    }

    void finish() {
        while (scene->busy()) {
            REQUIRE(worker.finish(patience));
            frame();
        }
        frame();
    }

    void run() {
        REQUIRE(actions.run("scene.run"));
        finish();
    }

    void export_as(const std::string& format) {
        REQUIRE(actions.run("scene.export-" + format));
        frame();
        exports.answer(true);
        exports.update();
        CAPTURE(log.entries().back().text);
        CHECK(log.entries().back().severity == Severity::info);
        CHECK_THAT(log.entries().back().text, ContainsSubstring("." + format));
    }

    gl::Context context = gl::Context::headless();
    Gui gui{Theme::dark, 1};
    GuiRenderer renderer{context.capabilities()};
    Log log;
    Exports exports{log};
    Actions actions;
    // Each look at the clock advances it by half a millisecond in the mean: warming up a GPU ends soon, and
    // no group times out.
    scanline::test::FakeClock time;
    std::atomic<int> looks = 0;
    Clock uneven = [this] {
        time.pass(1e-3 * (++looks % 1000));
        return time.clock()();
    };
    Worker worker{{.on_error = [this](const std::string& error) { log.error(error); }, .clock = uneven}};
    Host host{worker,         log,       actions, gui.look(), SCANLINE_MASKS_DIR,
              systems::all(), &renderer, [] {},   &exports};
    std::unique_ptr<Scene> scene = make_scene(host);
    scanline::test::TemporaryFolder temporary;
    std::filesystem::path folder = temporary / "exports";
};

} // namespace

TEST_CASE_METHOD(SweepTest, "A tiny sweep runs on the worker, and what is exported can be read back") {
    run();
    for (const char* format : {"csv", "json", "svg", "png"})
        export_as(format);
    const bench::Results results = bench::read_results(folder / "compact.json");
    CHECK(results.complete);
    CHECK(results.rows.size() == 2 * 2);
    for (const bench::Row& row : results.rows)
        CHECK(row.repetitions.size() == 2);
    CHECK_THAT(results.environment.command, ContainsSubstring("--density 0.2,0.8"));
    const std::string csv = text_of(folder / "compact.csv");
    CHECK(csv == bench::report_csv(results));
    const std::string svg = text_of(folder / "compact.svg");
    CHECK_THAT(svg, ContainsSubstring("packed") && ContainsSubstring("full-screen copy pass"));
    const data::Image png = data::read_image(folder / "compact.png");
    CHECK(png.width >= 960);
    CHECK(png.height >= 600);
    // A chart is mostly paper, with something on it.
    const auto paper = std::ranges::count(png.pixels, 255);
    CHECK(paper > static_cast<std::ptrdiff_t>(png.pixels.size() / 2));
    CHECK(paper < static_cast<std::ptrdiff_t>(png.pixels.size()) * 99 / 100);
    CHECK(log.pending_errors().empty());
}

TEST_CASE_METHOD(SweepTest, "A run that is cancelled keeps the rows that were finished") {
    // Each of the two groups goes on until its time is over: that of the first is, that of the second never.
    set({{"min-time", "3600"}, {"timeout", "1000"}});
    REQUIRE(actions.run("scene.run"));
    CHECK_FALSE(actions.find("scene.run")->enabled());
    CHECK_FALSE(actions.find("scene.export-csv")->enabled());
    while (scene->busy() && scene->busy_text().find("0.8") == std::string::npos) {
        frame();
        time.pass(400'000); // less than the timeout: the last may fall into the second group
    }
    frame();
    // The rows of the first group are there while the second is measured.
    CHECK(scene->busy());
    CHECK_FALSE(scene->busy_text().starts_with("0 %"));
    CHECK(actions.find("scene.export-csv")->enabled());
    REQUIRE(actions.run("scene.cancel"));
    finish();
    export_as("json");
    const bench::Results results = bench::read_results(folder / "compact.json");
    CHECK_FALSE(results.complete);
    CHECK((results.rows.size() == 2 || results.rows.size() == 4));
    for (const bench::Row& row : results.rows)
        CHECK(row.measured());
    CHECK(actions.find("scene.run")->enabled());
}

TEST_CASE_METHOD(SweepTest, "A result that is opened is shown, and the next one laid over it") {
    run();
    export_as("json");
    const std::filesystem::path file = folder / "before.json";
    std::filesystem::rename(folder / "compact.json", file);
    scene->open(file);
    finish();
    export_as("svg");
    CHECK_THAT(text_of(folder / "compact.svg"), ContainsSubstring("packed (before)"));
}

TEST_CASE_METHOD(SweepTest, "What is exported is what is seen") {
    run();
    const auto exported = [this](const std::string& format) {
        export_as(format);
        return text_of(folder / ("compact." + format));
    };
    const std::string svg = exported("svg"), png = exported("png");
    set({{"bands", "false"}});
    const std::string without_bands = exported("svg");
    CHECK(without_bands != svg);
    CHECK(exported("png") != png);
    CHECK_THAT(without_bands, ContainsSubstring("full-screen copy pass"));
    set({{"roof", "false"}});
    CHECK_THAT(exported("svg"), !ContainsSubstring("full-screen copy pass"));
    // Another axis makes another figure, under a name of its own.
    set({{"x-axis", std::string(systems::stage_bars)}});
    export_as("svg");
    CHECK_THAT(log.entries().back().text, !ContainsSubstring("compact.svg"));
}

TEST_CASE_METHOD(SweepTest, "A result that is opened behind a run that failed is shown by itself") {
    run();
    export_as("json");
    const std::filesystem::path file = folder / "before.json";
    std::filesystem::rename(folder / "compact.json", file);
    set({{"image", "/nowhere/none.png"}});
    REQUIRE(actions.run("scene.run"));
    finish();
    log.dismiss_errors();
    scene->open(file);
    finish();
    export_as("svg");
    CHECK_THAT(text_of(folder / "compact.svg"),
               ContainsSubstring("packed") && !ContainsSubstring("(before)"));
}

TEST_CASE_METHOD(SweepTest, "What goes wrong is reported, and leaves the scene usable") {
    std::filesystem::create_directories(folder);
    scene->open(folder / "missing.json");
    finish();
    REQUIRE(log.pending_errors().size() == 1);
    CHECK_THAT(log.pending_errors()[0], ContainsSubstring("missing.json"));
    log.dismiss_errors();

    set({{"image", "/nowhere/none.png"}});
    REQUIRE(actions.run("scene.run"));
    finish();
    REQUIRE(log.pending_errors().size() == 1);
    CHECK_THAT(log.pending_errors()[0], ContainsSubstring("none.png"));
    log.dismiss_errors();

    CHECK_FALSE(actions.run("scene.export-csv")); // nothing to export
    set({{"density", "0.5"}});
    run();
    export_as("csv");
    scene->set("folder", (folder / "compact.csv" / "inside").string());
    actions.run("scene.export-csv");
    CHECK_THROWS_WITH(frame(), ContainsSubstring("compact.csv"));
}

TEST_CASE_METHOD(SweepTest, "Every setting takes the value that it shows, and unknown ones are refused") {
    for (const Setting& setting : scene->settings()) {
        CAPTURE(setting.key);
        CHECK_NOTHROW(scene->set(setting.key, setting.value));
    }
    CHECK_THROWS_WITH(scene->set("colour", "red"),
                      ContainsSubstring("colour") && ContainsSubstring("x-axis"));
    CHECK_THROWS_WITH(scene->set("x-axis", "time"), ContainsSubstring("x-axis=time"));
    CHECK_THROWS_AS(scene->set("tab", "none"), Error);
    CHECK_THROWS_AS(scene->set("folder", ""), Error);
}

TEST_CASE_METHOD(SweepTest, "A named experiment has figures and claims in every tab") {
    set({{"experiment", "fig7"}, {"quick", "true"}, {"reps", "1"}});
    run();
    for (const char* tab : {"table", "claims", "chart"}) {
        scene->set("tab", tab);
        frame();
    }
    export_as("svg");
    CHECK_THAT(text_of(folder / "fig7.svg"), ContainsSubstring("packed"));
    CHECK(log.pending_errors().empty());
}

TEST_CASE_METHOD(SweepTest, "A finished sweep is kept by itself, and offered again") {
    host.sweeps = temporary / "config" / "sweeps";
    set({{"density", "0.5"}, {"reps", "1"}});
    run();
    REQUIRE(worker.finish(patience));
    CHECK(log.entries().empty());
    const auto found = kept_sweeps(host.sweeps, [](const std::string& note) { FAIL(note); });
    REQUIRE(found.size() == 1);
    CHECK(found[0].experiment == "compact");
    CHECK(found[0].rows == 2);
    CHECK(bench::read_results(found[0].path).complete);
    // Another program has it too.
    actions.remove("scene.");
    scene = make_scene(host);
    scene->add_actions(actions);
    scene->set("folder", folder.string());
    scene->enter();
    REQUIRE(worker.finish(patience));
    frame();
    finish();
    // The last one is shown where nothing else is.
    REQUIRE_FALSE(log.entries().empty());
    CHECK(log.entries().back().text == "Opened " + found[0].date);
    export_as("svg");
    CHECK_THAT(text_of(folder / "compact.svg"), !ContainsSubstring(">(20"));
    ImGui::GetIO().DisplaySize = {1000, 4000}; // all of the inspector can be seen
    frame();
    // One of the three buttons that stand side by side, wherever they are.
    const auto press = [&](const char* label, float place) {
        ImGuiWindow& window = *ImGui::FindWindowByName("inspector");
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = {window.Pos.x + window.Size.x * (place + 0.5f) / 3, window.Pos.y};
        while (GImGui->HoveredId != window.GetID(label)) {
            io.MousePos.y += 6;
            REQUIRE(io.MousePos.y < window.Pos.y + window.Size.y);
            frame();
        }
        for (const bool down : {true, false}) {
            io.MouseDown[0] = down;
            frame();
        }
        finish();
    };
    const std::size_t entries = log.entries().size();
    press("Open", 0);
    CHECK(log.entries().size() == entries + 1);
    export_as("svg");
    CHECK_THAT(text_of(folder / "compact.svg"), !ContainsSubstring(">(20"));
    press("Lay over", 1);
    export_as("svg");
    CHECK_THAT(text_of(folder / "compact.svg"), ContainsSubstring(">(20"));
    const std::filesystem::path kept = kept_sweeps(host.sweeps, {}).front().path;
    const std::string before = text_of(kept);
    log.take_notices();
    press("Delete", 2);
    CHECK(kept_sweeps(host.sweeps, {}).empty());
    const std::vector<Notice> notices = log.take_notices();
    REQUIRE(notices.size() == 1);
    notices[0].undo();
    CHECK(text_of(kept) == before);
    press("Delete", 2); // it is listed again
    CHECK(kept_sweeps(host.sweeps, {}).empty());
    CHECK(log.pending_errors().empty());
}

TEST_CASE_METHOD(SweepTest, "A sweep that cannot be kept is a warning, and shown all the same") {
    host.sweeps = temporary / "file" / "sweeps";
    { std::ofstream(temporary / "file") << "no folder"; }
    set({{"density", "0.5"}, {"reps", "1"}});
    run();
    REQUIRE(worker.finish(patience));
    REQUIRE(log.entries().size() == 1);
    CHECK(log.entries()[0].severity == Severity::warning);
    CHECK_THAT(log.entries()[0].text, ContainsSubstring("not kept") && ContainsSubstring("file"));
    export_as("csv");
}

} // namespace scanline::view::sweep::scene_gl_test
