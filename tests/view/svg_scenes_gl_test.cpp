// Every scene as SVG.
#include "chart/well_formed.h"
#include "scanline/systems/all.h"
#include "scanline/view/view_request.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::svg_scenes_gl_test {

TEST_CASE("Every scene is a well-formed SVG with its texts, the same when it is made again") {
    const auto [scene, pass, text] = GENERATE(table<std::string, int, std::string>({
        {"compaction-small", 3, ">stream</text>"},
        {"compaction-image", 2, ">Source</text>"},
        {"prefix-sum", 4, ">input</text>"},
        {"kdtree", 3, ">by x</text>"},
        {"skyline", 6, ">11, level 2</text>"},
        {"explorer", -1, ">All rows</text>"},
        {"cube", 6, ">side link</text>"},
        {"sweep", -1, "</text>"},
    }));
    ViewRequest request{.scene = scene, .masks = SCANLINE_MASKS_DIR, .systems = systems::all()};
    if (pass >= 0)
        request.pass = pass;
    else // its picture has times
        request.clock = [] { return std::chrono::nanoseconds(); };
    const std::string svg = render_svg(request);
    INFO(scene);
    std::map<std::string, int> elements = chart::count_elements(svg);
    CHECK(elements["text"] > 0);
    CHECK(elements["path"] > 0);
    CHECK((elements["image"] > 0) == (scene == "compaction-image"));
    CHECK_THAT(svg, Catch::Matchers::ContainsSubstring(text));
    CHECK(render_svg(request) == svg);
}

} // namespace scanline::view::svg_scenes_gl_test
