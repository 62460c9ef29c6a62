// The scene of skylines with ImGui and without OpenGL on its thread; the worker finds the skylines.
#include "scanline/core/error.h"
#include "scanline/view/view_request.h"
#include "scene_driver.h"
#include "scenes/scenes.h"
#include "scenes/skyline/drawing.h"
#include "shell/undo.h"
#include "skyline_cases.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::skyline_scene::scene_gl_test {

using scanline::test::TemporaryFolder;

namespace {

class SkylineSceneTest : protected test::SceneDriver {
protected:
    SkylineSceneTest() : SceneDriver(make_scene) {}

    std::string fact(std::string_view name) const {
        const std::vector<Setting> facts = scene->pinned() ? scene->pinned()->facts : std::vector<Setting>();
        const auto found = std::ranges::find(facts, name, &Setting::key);
        return found == facts.end() ? "" : found->value;
    }

    /// A run of the scene's settings.
    Run run() const {
        Setup setup;
        for (const auto& [key, value] : scene->settings())
            view::set(setup, key, value);
        return run_sky(setup, make_sky_table(setup, cases::never), cases::never);
    }
    /// The rows that the scene says are dominated by none.
    std::vector<std::uint32_t> rows_of_skyline() {
        std::vector<std::uint32_t> rows;
        const Run all = run();
        for (const std::uint32_t row : all.rows) {
            scene->set("pinned", std::to_string(row));
            if (fact("dominated") == "by none")
                rows.push_back(row);
        }
        scene->unpin();
        return rows;
    }
};

const ImVec2 axis_of_four{262, 350}; ///< on the second of four parallel axes

} // namespace

TEST_CASE_METHOD(SkylineSceneTest, "Each level is a step, and the last step stays the last one") {
    CHECK(transport().count() == 5 + 3);
    CHECK(scene->step_text() == "input");
    transport().last();
    CHECK(scene->step_text() == "level 2");
    set("dimensions", "5");
    CHECK(scene->step_text() == "level 5");
    REQUIRE(actions.run("scene.random"));
    finish();
    CHECK(setting("seed") == "2");
    REQUIRE(actions.run("scene.next-preset"));
    finish();
    CHECK(setting("table") == "independent");
}

TEST_CASE_METHOD(SkylineSceneTest, "The inspector counts the rows that go and those of the skyline") {
    const auto count = std::ssize(run().rows), skyline = std::ssize(rows_of_skyline());
    transport().first();
    CHECK_THAT(inspector_text(),
               Catch::Matchers::ContainsSubstring(fmt::format("so far 0 of {}", count - skyline)) &&
                   Catch::Matchers::ContainsSubstring(fmt::format("Skyline 0 of {}", skyline)));
    transport().last();
    CHECK_THAT(inspector_text(),
               Catch::Matchers::ContainsSubstring(fmt::format("so far {0} of {0}", count - skyline)) &&
                   Catch::Matchers::ContainsSubstring(fmt::format("Skyline {0} of {0}", skyline)));
}

TEST_CASE("The badge says that the GPU agrees, whatever the columns") {
    for (const auto& [dimensions, columns] : {std::pair{"2", ""}, {"5", "max,ignore"}}) {
        INFO(dimensions << " columns, " << columns);
        const std::string svg = render_svg({.scene = "skyline",
                                            .settings = {{"dimensions", dimensions}, {"columns", columns}},
                                            .systems = systems::all()});
        CHECK_THAT(svg, Catch::Matchers::ContainsSubstring(">GPU agrees</text>"));
    }
}

TEST_CASE_METHOD(SkylineSceneTest, "Every view of every step can be drawn") {
    for (const char* dimensions : {"2", "3", "8", "31"}) {
        set("dimensions", dimensions);
        for (const char* view : {"points", "parallel", "levels"}) {
            set("view", view);
            for (int step = 0; step < transport().count(); step += 3) {
                transport().seek(step);
                driver.move({350, 300 + static_cast<float>(step)});
            }
        }
    }
    set("columns", "min,ignore,ignore,ignore,ignore,ignore,ignore,ignore");
    set("dimensions", "2");
    for (const char* view : {"points", "parallel", "levels"}) {
        set("view", view);
        transport().last();
        driver.frame();
    }
    CHECK(rows_of_skyline() == cases::brute_skyline(run()));
    set("ranks", "3");
    for (const char* columns : {"min", "min,ignore"}) {
        set("columns", columns);
        for (const char* view : {"points", "parallel"})
            for (int step = 0; step < transport().count(); ++step) {
                scene->set("view", view);
                transport().seek(step);
                driver.move({350, 300});
            }
        CHECK(rows_of_skyline() == cases::brute_skyline(run()));
    }
    CHECK(log.pending_errors().empty());
}

TEST_CASE_METHOD(SkylineSceneTest,
                 "The step of the filter shows what the filter rules out, the others do not") {
    set("dimensions", "2");
    const ImU32 filtered = with_alpha(colour_of(driver.gui.look(), Role::pruned), 0.1f);
    for (int step = 0; step < transport().count(); ++step) {
        transport().seek(step);
        driver.frames(2);
        CAPTURE(scene->step_text());
        CHECK((vertices_in(filtered) > 0) == (scene->step_text() == "pre-filter"));
    }
}

TEST_CASE_METHOD(SkylineSceneTest,
                 "A table of one's own is opened; those that cannot be shown change nothing") {
    const TemporaryFolder folder;
    const std::string hotels = cases::put_hotels(folder / "hotels.csv").string();
    std::ofstream(folder / "words.csv") << "name,town\nA,B\n";
    std::ofstream(folder / "ragged.csv") << "a,b\n1,2\n3\n";
    set("columns", "max");
    set("brush", "0:0:0.5");
    set("pinned", "3");
    scene->open(hotels);
    finish();
    CHECK(setting("table") == hotels);
    CHECK(setting("columns").empty());
    CHECK(setting("brush").empty());
    CHECK_FALSE(scene->pinned());
    set("columns", "min,min,max,min");
    CHECK(transport().count() == 5 + 4);
    CHECK(rows_of_skyline() == std::vector<std::uint32_t>{0, 1, 2, 5});
    for (const auto& [name, part] : {std::pair{"words.csv", "no column has only numbers"},
                                     {"ragged.csv", "line 3"},
                                     {"gone.csv", "no such file"}}) {
        log.dismiss_errors();
        scene->open(folder / name);
        finish();
        REQUIRE(log.pending_errors().size() == 1);
        CHECK_THAT(log.pending_errors().front(), Catch::Matchers::ContainsSubstring(name));
        CHECK_THAT(log.pending_errors().front(), Catch::Matchers::ContainsSubstring(part));
        CHECK(setting("table") == hotels);
        CHECK(setting("columns") == "min,min,max");
        CHECK(transport().count() == 5 + 4);
    }
    log.dismiss_errors();
    scene->set("columns", "ignore,ignore,ignore,ignore");
    finish();
    REQUIRE(log.pending_errors().size() == 1);
    CHECK_THAT(log.pending_errors().front(), Catch::Matchers::ContainsSubstring("no column takes part"));
    CHECK(setting("columns") == "min,min,max");
    // Without a row there is nothing to play.
    std::ofstream(folder / "empty.csv") << "a,b\n1,\n,2\n";
    log.dismiss_errors();
    scene->open(folder / "empty.csv");
    finish();
    CHECK(log.pending_errors().empty());
    CHECK(transport().count() == 0);
}

TEST_CASE_METHOD(SkylineSceneTest,
                 "A click on the heading of an axis turns its direction, and so the skyline") {
    set("dimensions", "4");
    set("count", "80");
    transport().last();
    driver.frame();
    const std::vector<std::uint32_t> before = rows_of_skyline();
    CHECK(before == cases::brute_skyline(run()));
    for (float y = 70; y < 140 && setting("columns").empty(); y += 6)
        driver.click({axis_of_four.x, y});
    finish();
    CHECK(setting("columns") == "min,max");
    const std::vector<std::uint32_t> after = rows_of_skyline();
    CHECK(after == cases::brute_skyline(run()));
    CHECK(after != before);
    // Undo takes it back.
    Undo undo;
    undo.record(*scene);
    set("columns", "");
    undo.record(*scene);
    undo.undo(*scene);
    finish();
    CHECK(rows_of_skyline() == after);
}

TEST_CASE_METHOD(SkylineSceneTest, "A drag on an axis brushes, and a double click there clears the brush") {
    set("dimensions", "4");
    driver.drag({axis_of_four.x, 250}, {axis_of_four.x, 400});
    const std::string brush = setting("brush");
    CHECK(brush.starts_with("1:0."));
    // Rows outside of it cannot be met by the mouse.
    Setup setup;
    for (const auto& [key, value] : scene->settings())
        view::set(setup, key, value);
    const double low = setup.brushes.front().low, high = setup.brushes.front().high;
    CHECK(low > 0.1);
    CHECK(low < high);
    CHECK(high < 0.9);
    const Run all = run();
    int met = 0;
    for (float x = 120; x < 240; x += 7) {
        for (float y = 160; y < 560; y += 23) {
            driver.click({x, y});
            const int point = all.point_of(static_cast<int>(number("pinned")));
            if (point < 0)
                continue;
            ++met;
            const double fraction = all.fraction(static_cast<std::uint32_t>(point), 1);
            CHECK((low <= fraction && fraction <= high));
            scene->unpin();
        }
    }
    CHECK(met > 10);
    driver.drag({axis_of_four.x + 175, 250}, {axis_of_four.x + 175, 300});
    CHECK(setting("brush").find(",2:0.") != std::string::npos);
    driver.click({600, 590});
    driver.click(axis_of_four);
    driver.click(axis_of_four);
    CHECK(setting("brush").starts_with("2:0."));
    REQUIRE(actions.run("scene.fit"));
    CHECK(setting("brush").empty());
}

TEST_CASE_METHOD(SkylineSceneTest,
                 "A click pins a row, and says why it is dominated; a right click lets it go") {
    for (const char* view : {"points", "parallel"}) {
        set("view", view);
        for (float x = 110; x < 560 && !scene->pinned(); x += 9)
            driver.click({x, 300});
        INFO(view);
        REQUIRE(scene->pinned());
        CHECK(scene->pinned()->title == "Row " + setting("pinned"));
        CHECK(fact("dominated").starts_with("by "));
        CHECK(fact("col 0") != "");
        CHECK(scene->listing().title.ends_with(", p = row " + setting("pinned")));
        driver.click({400, 300}, 1);
        CHECK(setting("pinned") == "-1");
    }
    // A row that the table does not have is none.
    set("pinned", "5000");
    CHECK_FALSE(scene->pinned());
}

TEST_CASE_METHOD(SkylineSceneTest, "A drag turns points in space, and a double click shows all again") {
    set("dimensions", "3");
    const double yaw = number("yaw");
    driver.drag({300, 300}, {340, 330});
    CHECK(number("yaw") == Catch::Approx(yaw - 16));
    driver.move({300, 300});
    driver.wheel(2);
    CHECK(number("zoom") == Catch::Approx(1.21));
    driver.click({690, 590});
    driver.click({20, 120});
    driver.click({20, 120});
    CHECK(number("zoom") == 1);
    CHECK(number("yaw") == yaw);
}

TEST_CASE_METHOD(SkylineSceneTest, "Skylines are measured on the worker, until that is not wanted") {
    set("measured", "1024");
    CHECK_FALSE(scene->busy());
    scene->set("timed", "true");
    CHECK(scene->busy());
    CHECK(scene->busy_text() == "measuring");
    scene->set("timed", "false");
    CHECK_FALSE(scene->busy());
    set("timed", "true");
    scene->refresh();
    CHECK(scene->busy());
    finish();
    CHECK(log.pending_errors().empty());
}

TEST_CASE("A table of the last session that is gone is a warning, and other rows are shown") {
    test::check_file_that_is_gone(make_scene);
}

} // namespace scanline::view::skyline_scene::scene_gl_test
