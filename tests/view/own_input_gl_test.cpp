// Scenes with points that are drawn, and rows that are typed.
#include "scanline/core/error.h"
#include "scanline/view/view_request.h"
#include "scene_driver.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::own_input_gl_test {

namespace {

template <auto make>
class SceneTest : protected test::SceneDriver {
protected:
    SceneTest() : SceneDriver(make) {}

    void click(ImVec2 at, int mouse_button = 0) {
        driver.click(at, mouse_button);
        finish();
    }
    /// key: of the source.
    void check_drawing(const std::string& key) {
        const auto points = [&] { return std::ranges::count(setting(key), ';') + 1; };
        set("count", "12");
        const std::string kind = setting(key);
        click({200, 200}); // two clicks at one place would be a double click
        click({200, 200}, 1);
        CHECK(setting(key) == kind);
        set("draw", "true");
        click({300, 250});
        CHECK(points() == 13);
        CHECK(setting("pinned") == "-1");
        const std::string drawn = setting(key);
        click({320, 230});
        CHECK(points() == 14);
        CHECK(setting(key).starts_with(drawn));
        click({322, 232}, 1);
        CHECK(setting(key) == drawn);
        // Where nothing is drawn, clicks pin as ever.
        set(key, kind);
        set("dimensions", "3");
        click({280, 270});
        click({300, 250}, 1);
        CHECK(setting(key) == kind);
        // What cannot be read goes back.
        scene->set(key, "1,2;3");
        finish();
        CHECK(setting(key) == kind);
        REQUIRE(log.pending_errors().size() == 1);
    }
};
using KdTree = SceneTest<kdtree_scene::make_scene>;
using Skyline = SceneTest<skyline_scene::make_scene>;

} // namespace

TEST_CASE_METHOD(KdTree, "Clicks draw the points of a k-d tree") {
    check_drawing("points");
}

TEST_CASE_METHOD(Skyline, "Clicks draw the points of a skyline") {
    check_drawing("table");
}

TEST_CASE("A cube of typed rows shows its words, in the tree and in sentences, and the GPU agrees") {
    const std::string svg = render_svg(
        {.scene = "cube",
         .settings = {{"codes", "Oslo tea 3; Rome tea 5; Oslo salt 7"}, {"query", "0"}, {"show", "query"}},
         .systems = systems::all()});
    for (const char* text : {">Oslo</text>", ">salt</text>", "A = Oslo", ">GPU agrees</text>"})
        CHECK_THAT(svg, Catch::Matchers::ContainsSubstring(text));
}

} // namespace scanline::view::own_input_gl_test
