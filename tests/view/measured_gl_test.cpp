// The way from a scene to its measurement, and from a point of a chart back to the scene.
#include "gui_driver.h"
#include "kit/measured.h"
#include "scanline/core/error.h"
#include "scanline/systems/all.h"
#include "scenes/sweep/model.h"
#include "shell/workbench.h"

#include <catch2/catch_all.hpp>

#include <algorithm>

namespace scanline::view::measured_gl_test {

namespace {

struct Program {
    test::GuiDriver driver{[] {}};
    Workbench workbench{driver.gui, Worker::Options{},
                        Workbench::Options{.masks = SCANLINE_MASKS_DIR, .systems = systems::all()}};

    std::string value(std::string_view key) {
        const std::vector<Setting> settings = workbench.scene().settings();
        const auto found = std::ranges::find(settings, key, &Setting::key);
        REQUIRE(found != settings.end());
        return found->value;
    }
    void set(const std::vector<Setting>& settings) {
        for (const auto& [key, value] : settings)
            workbench.scene().set(key, value);
    }
    void measure() {
        REQUIRE(workbench.actions().run("scene.measure"));
        workbench.update(0);
        CHECK(workbench.scene().name() == "sweep");
        CHECK(workbench.log().entries().empty());
    }
};

} // namespace

TEST_CASE("What a scene shows is filled in where it is measured") {
    Program program;
    program.workbench.select("skyline");
    program.set({{"table", "correlated"}, {"dimensions", "4"}, {"measured", "32768"}});
    program.measure();
    CHECK(program.value("experiment") == "skyline");
    CHECK(program.value("kind") == "correlated");
    CHECK(program.value("dimensions") == "4");
    CHECK(program.value("sizes") == "32768");
    program.workbench.select("prefix-sum");
    program.set({{"variant", "chained"}});
    program.measure();
    CHECK(program.value("experiment") == "scan");
    CHECK(program.value("variant") == "horizontal-chained");
    program.workbench.select("compaction-small");
    program.set({{"density", "0.25"}, {"algorithm", "bt"}});
    program.measure();
    CHECK(program.value("experiment") == "compact");
    CHECK(program.value("algorithm") == "bt");
    CHECK(program.value("density") == "0.25");
    CHECK(program.value("size") == "65536"); // fewer tell nothing
    program.workbench.select("explorer");
    CHECK_FALSE(program.workbench.actions().find("scene.measure"));
}

TEST_CASE("Every variant of a scene that is measured has an experiment that takes it") {
    Program program;
    for (const char* scene :
         {"compaction-small", "compaction-image", "prefix-sum", "kdtree", "skyline", "cube"}) {
        program.workbench.select(scene);
        for (const auto& [text, setting] : program.workbench.scene().choices()) {
            if (setting.key != "variant" && setting.key != "algorithm" && setting.key != "show" &&
                setting.key != "table" && setting.key != "points")
                continue;
            CAPTURE(scene, text);
            program.workbench.select(scene);
            program.set({setting});
            program.measure();
        }
    }
}

TEST_CASE("A row is shown by its scene, as far as that takes what was measured") {
    const auto shown = scene_showing(
        "compact", {{"density", "0.3"}, {"elements", "262144"}, {"block", "-"}, {"algorithm", "bt"}});
    REQUIRE(shown);
    CHECK(shown->scene == "compaction-small");
    CHECK(shown->settings == std::vector<Setting>{{"algorithm", "bt"}, {"size", "256"}, {"density", "0.3"}});
    CHECK(shown->limits ==
          std::vector<std::string>{"The scene shows a size of 256, since it takes none of 262,144."});
    CHECK(scene_showing("compact", {{"image", "hand"}, {"algorithm", "jj"}})->scene == "compaction-image");
    CHECK(scene_showing("scan", {{"variant", "tree-chained"}})->settings.front() ==
          Setting{"variant", "chained"});
    CHECK_FALSE(scene_showing("sort", {{"elements", "1024"}}));
}

TEST_CASE("A scene takes the ends of the range that it is said to take") {
    Program program;
    for (const auto& [experiment, axes] : std::vector<std::pair<std::string, std::vector<Setting>>>{
             {"compact", {{"algorithm", "bt"}, {"elements", ""}, {"block", "16"}}},
             {"scan", {{"variant", "tree-chained"}, {"elements", ""}}},
             {"kdtree", {{"points", "grid"}, {"dimensions", ""}, {"elements", "100"}, {"k", ""}}},
             {"skyline", {{"kind", "correlated"}, {"dimensions", "3"}, {"elements", ""}}},
             {"cube", {{"operation", "on-path"}, {"dimensions", ""}, {"cardinality", ""}, {"elements", ""}}}})
        for (const char* number : {"0", "1e9"}) {
            std::vector<Setting> row = axes;
            for (Setting& axis : row)
                axis.value = axis.value.empty() ? number : axis.value;
            const auto shown = scene_showing(experiment, row);
            REQUIRE(shown);
            program.workbench.select(shown->scene);
            for (const Setting& setting : shown->settings)
                CHECK_NOTHROW(program.set({setting}));
        }
}

TEST_CASE("A point of a chart is the row with its time, that of an item, or its rate") {
    bench::Results results;
    for (const double time : {1.0, 3.0}) {
        bench::Row row;
        row.axes = {{"elements", 64}};
        row.items = 64;
        row.repetitions = {{{}, time}};
        results.rows.push_back(row);
    }
    CHECK(sweep::row_at(results, {64, 3}) == &results.rows[1]);
    CHECK(sweep::row_at(results, {64, 3e6 / 64}) == &results.rows[1]);
    CHECK(sweep::row_at(results, {64, 64 / 3.0 * 1e-6}) == &results.rows[1]);
    CHECK(sweep::row_at(results, {32, 3}) == nullptr);
    CHECK(sweep::row_at(results, {64, 5}) == nullptr);
}

TEST_CASE("Every claim is told, measured or not, those of the last results first") {
    sweep::Model model(systems::all());
    std::vector<sweep::Judged> all;
    model.judge(all);
    CHECK(all.size() > 10);
    const auto measured = [&] { return std::ranges::count(all, true, &sweep::Judged::measured); };
    CHECK(measured() == 0);
    for (const sweep::Judged& one : all) {
        CHECK_FALSE(one.claims.empty());
        for (const bench::Claim& claim : one.claims)
            CHECK((!claim.holds && !claim.claim.empty()));
    }
    bench::Results results;
    results.rows.emplace_back().axes = {{"elements", 64}};
    for (const char* name : {"skyline", "cube", "skyline"}) {
        results.experiment = name;
        model.show("", results);
        model.judge(all);
        CHECK(all.front().experiment->name == name);
    }
    CHECK(measured() == 2);
}

} // namespace scanline::view::measured_gl_test
