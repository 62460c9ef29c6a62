// The scene of k-d trees with ImGui and without OpenGL on its thread; the worker builds the trees.
#include "scanline/core/error.h"
#include "scene_driver.h"
#include "scenes/scenes.h"
#include "shell/undo.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <fstream>

namespace scanline::view::kdtree_scene_gl_test {

namespace {

class SceneTest : protected test::SceneDriver {
protected:
    SceneTest() : SceneDriver(kdtree_scene::make_scene) {}
};

} // namespace

TEST_CASE_METHOD(SceneTest, "A build has a step for the input, the presort, the duplicates and each level") {
    CHECK(transport().count() == 3 + 5);
    CHECK(scene->step_text() == "Input");
    transport().last();
    CHECK(scene->step_text() == "Level 4: split by x");
    // The last step stays the last one.
    set("count", "100");
    CHECK(transport().count() == 3 + 7);
    CHECK(transport().position() == 9);
    transport().seek(1);
    REQUIRE(actions.run("scene.random"));
    finish();
    CHECK(setting("seed") == "2");
    CHECK(transport().position() == 1);
}

TEST_CASE_METHOD(SceneTest,
                 "Every step of a build over ranks can be drawn, and a query is that of one process") {
    set("count", "300");
    set("ranks", "8");
    CHECK(transport().count() == 3 + 9 + 1);
    set("pinned", "7");
    for (const char* dimensions : {"2", "3"}) {
        set("dimensions", dimensions);
        for (int step = 0; step < transport().count(); ++step) {
            transport().seek(step);
            driver.move({350, 300 + 20 * static_cast<float>(step)});
        }
    }
    CHECK(scene->listing().lines.empty());
    set("show", "query");
    CHECK_FALSE(scene->listing().lines.empty());
}

TEST_CASE_METHOD(SceneTest, "A query begins with its result, and its steps can be gone through") {
    REQUIRE(actions.run("scene.query"));
    driver.frame();
    CHECK(scene->step_text() == "result");
    transport().first();
    CHECK(scene->step_text() == "before the search");
    transport().step(1);
    CHECK(scene->step_text().starts_with("enter "));
    REQUIRE(actions.run("scene.next-query"));
    CHECK(setting("query") == "radius");
    CHECK(transport().position() == 1);
    REQUIRE(actions.run("scene.query"));
    CHECK(setting("show") == "build");
    CHECK(transport().count() == 3 + 5);
}

TEST_CASE_METHOD(SceneTest, "The last step of a build and of a query gives the answer") {
    using Catch::Matchers::ContainsSubstring;
    transport().last();
    CHECK_THAT(middle_text(),
               ContainsSubstring(" points in 5 levels: each is found in at most 5 comparisons"));
    set("show", "query");
    transport().last();
    CHECK_THAT(middle_text(), ContainsSubstring(" found, ") && ContainsSubstring(" points looked at"));
}

TEST_CASE_METHOD(SceneTest, "A query shows the circle that it reaches") {
    set("show", "query");
    for (const char* query : {"nearest", "radius"}) {
        set("query", query);
        CHECK(vertices_in(driver.gui.look().palette().focus) > 96);
    }
}

TEST_CASE_METHOD(SceneTest, "A query that follows the mouse is no edit") {
    set("show", "query");
    Undo undo;
    undo.record(*scene);
    const std::string before = setting("query-x");
    driver.move({300, 300});
    driver.move({360, 300});
    CHECK(setting("query-x") != before);
    undo.record(*scene);
    CHECK_FALSE(undo.can_undo(*scene));
    set("count", "100");
    undo.record(*scene);
    CHECK(undo.can_undo(*scene));
}

TEST_CASE_METHOD(SceneTest, "The query is where the mouse is, until a click holds it") {
    set("show", "query");
    driver.move({300, 300});
    driver.move({301, 300});
    driver.frame();
    const double x = number("query-x"), y = number("query-y");
    driver.move({360, 300});
    CHECK(number("query-x") > x);
    CHECK(number("query-y") == y);
    driver.move({360, 260});
    CHECK(number("query-y") > y);
    ImGui::GetIO().KeyShift = true;
    driver.click({340, 280});
    ImGui::GetIO().KeyShift = false;
    CHECK(setting("follow") == "false");
    const double held_x = number("query-x"), held_y = number("query-y");
    driver.move({300, 300});
    CHECK(number("query-x") == held_x);
    CHECK(number("query-y") == held_y);
    driver.drag({300, 300}, {250, 350});
    CHECK(number("query-x") < held_x);
    CHECK(number("query-y") < held_y);
    // At the result, it stays there.
    CHECK(scene->step_text() == "result");
}

TEST_CASE_METHOD(SceneTest, "A click pins a point or its cell, and a right click lets it go") {
    transport().seek(1);
    CHECK_FALSE(scene->pinned());
    // The arrays lie above the legend.
    for (float y = 590; y > 450 && setting("pinned") == "-1"; y -= 6)
        driver.click({400, y});
    const std::string point = setting("pinned");
    REQUIRE(point != "-1");
    REQUIRE(scene->pinned());
    CHECK(scene->pinned()->title == "Point " + point);
    transport().last();
    driver.frame();
    CHECK(scene->pinned()->title == "Point " + point);
    // A click beside all points changes nothing, nor does a drag.
    driver.click({5, 590});
    driver.drag({300, 300}, {350, 350});
    CHECK(setting("pinned") == point);
    driver.click({400, 300}, 1);
    CHECK(setting("pinned") == "-1");
    // Any point in space that a click meets.
    set("dimensions", "3");
    for (float x = 50; x < 430 && setting("pinned") == "-1"; x += 8)
        driver.click({x, 240});
    CHECK(scene->pinned());
    set("count", "4");
    CHECK_THROWS_WITH(scene->set("pinned", "4"), Catch::Matchers::ContainsSubstring("from -1 to 3"));
    CHECK_FALSE(scene->pinned());
    scene->set("pinned", "3");
    CHECK(scene->pinned());
    scene->unpin();
    CHECK(setting("pinned") == "-1");
}

TEST_CASE_METHOD(SceneTest, "A click on a node of the tree pins its point, and the code follows it") {
    transport().seek(3);
    CHECK(scene->listing().title == "Build, level by level, p = 4 by y");
    for (float y = 60; y < 400 && setting("pinned") == "-1"; y += 4)
        for (float x = 480; x < 700 && setting("pinned") == "-1"; x += 6)
            driver.click({x, y});
    REQUIRE(scene->pinned());
    // The topmost is the root: of 24 nodes in order, number 11.
    const auto facts = scene->pinned()->facts;
    CHECK(std::ranges::count(facts, "median by x: node 11", &Setting::value) == 1);
    CHECK(scene->listing().title == "Build, level by level, p = " + setting("pinned") + " by y");
    driver.click({690, 300}, 1);
    CHECK(setting("pinned") == "-1");
    set("show", "query");
    CHECK(scene->listing().title == "Search for the nearest");
    CHECK(scene->listing().current.size() == 1);
}

TEST_CASE_METHOD(SceneTest, "A double click shows all of the points in space again") {
    set("dimensions", "3");
    set("zoom", "3");
    set("yaw", "90");
    driver.click({690, 590});
    driver.click({20, 100});
    driver.click({20, 100});
    CHECK(number("zoom") == 1);
    CHECK(number("yaw") == 35);
}

TEST_CASE_METHOD(SceneTest, "A drag turns points in space, and the wheel zooms") {
    set("dimensions", "3");
    const double yaw = number("yaw"), pitch = number("pitch");
    driver.drag({300, 200}, {340, 230});
    CHECK(number("yaw") == Catch::Approx(yaw - 16));
    CHECK(number("pitch") == Catch::Approx(pitch + 12));
    driver.drag({300, 100}, {300, 2000});
    CHECK(number("pitch") == 89);
    driver.move({300, 200});
    driver.wheel(2);
    CHECK(number("zoom") == Catch::Approx(1.21));
    REQUIRE(actions.run("scene.fit"));
    CHECK(number("zoom") == 1);
    CHECK(number("yaw") == yaw);
}

TEST_CASE_METHOD(SceneTest, "Points of a file are opened; those that cannot be shown change nothing") {
    const scanline::test::TemporaryFolder folder;
    std::ofstream(folder / "six.csv") << "2,3\n5,4\n9,6\n4,7\n8,1\n7,2\n";
    std::ofstream(folder / "four.csv") << "1,2,3,4\n";
    std::ofstream(folder / "none.csv") << "x,y\n";
    scene->open(folder / "six.csv");
    finish();
    CHECK(setting("points") == (folder / "six.csv").string());
    CHECK(transport().count() == 3 + 3);
    for (const char* name : {"four.csv", "gone.csv"}) {
        log.dismiss_errors();
        scene->open(folder / name);
        finish();
        REQUIRE(log.pending_errors().size() == 1);
        CHECK(log.pending_errors().front().find(name) != std::string::npos);
        CHECK(setting("points") == (folder / "six.csv").string());
        CHECK(transport().count() == 3 + 3);
    }
    log.dismiss_errors();
    scene->open(folder / "none.csv");
    finish();
    CHECK(log.pending_errors().empty());
    CHECK(transport().count() == 0);
    CHECK(scene->step_text().empty());
    set("show", "query");
    CHECK(transport().count() == 0);
    set("points", "line");
    CHECK(transport().count() > 2);
}

TEST_CASE_METHOD(SceneTest, "More points than are drawn are built, and queries of them can be gone through") {
    set("count", "20000");
    CHECK(transport().count() == 3 + 15);
    transport().last();
    driver.frame();
    set("show", "query");
    CHECK(transport().count() > 20);
    CHECK(scene->step_text() == "result");
    set("query", "radius");
    set("reach", "0.4");
    CHECK(transport().count() == 2);
    driver.frame();
    set("dimensions", "3");
    driver.frame();
    set("count", "50");
    CHECK(scene->step_text() == "result");
}

TEST_CASE_METHOD(SceneTest, "Many queries are asked on the worker, until they are not wanted") {
    set("many", "true");
    CHECK_FALSE(scene->busy());
    scene->set("show", "query");
    CHECK(scene->busy());
    CHECK(scene->busy_text() == "asking 100,000 queries");
    scene->set("many", "false");
    CHECK_FALSE(scene->busy());
    set("queries", "1000");
    CHECK_FALSE(scene->busy());
    scene->set("many", "true");
    CHECK(scene->busy());
    finish();
    // Where the shown query is makes no difference to the others.
    scene->set("query-x", "0.1");
    CHECK_FALSE(scene->busy());
    scene->set("neighbors", "5");
    CHECK(scene->busy());
    finish();
    CHECK(log.pending_errors().empty());
}

TEST_CASE_METHOD(SceneTest, "Places of an array are covered until they are predicted") {
    transport().seek(3);
    predict();
    REQUIRE(host.prediction.asked());
    const std::uint64_t first = host.prediction.asked()->cell;
    for (float y = 590; y > 450 && host.prediction.asked()->cell == first; y -= 6)
        driver.click({200, y});
    const Written asked = *host.prediction.asked();
    REQUIRE(asked.cell != first);
    CHECK(setting("pinned") == "-1"); // the click asks
    host.prediction.answer(asked.value);
    predict();
    CHECK(host.prediction.was_right());
    CHECK_FALSE(host.prediction.hides(asked.cell));
    CHECK(host.prediction.hides(first));
    // In the last step nothing moves.
    transport().last();
    predict();
    CHECK_FALSE(host.prediction.hides_any());
}

TEST_CASE_METHOD(SceneTest, "What a query decides is not told before it is predicted") {
    set("show", "query");
    int skipped = 0;
    for (int step = 1; step + 1 < transport().count(); ++step) {
        transport().seek(step);
        host.prediction.turn(false);
        const std::string told = scene->step_text();
        const auto counters = scene->counters();
        predict();
        if (!host.prediction.hides_any())
            continue;
        const Written asked = *host.prediction.asked();
        CAPTURE(step, told, asked.name);
        CHECK(scene->step_text() == "visit " + std::to_string(step));
        CHECK(scene->listing().current.empty());
        CHECK(std::ranges::count(asked.choices, asked.value) == 1);
        CHECK(told.starts_with("prune ") == (asked.value == "skipped"));
        skipped += asked.value == "skipped" ? 1 : 0;
        CHECK_FALSE(std::ranges::equal(scene->counters(), counters));
        host.prediction.answer(asked.value);
        predict();
        CHECK(scene->step_text() == told);
        CHECK(std::ranges::equal(scene->counters(), counters));
    }
    CHECK(skipped > 2);
}

TEST_CASE("A file of the last session that is gone is a warning, and other points are shown") {
    test::check_file_that_is_gone(kdtree_scene::make_scene);
}

} // namespace scanline::view::kdtree_scene_gl_test
