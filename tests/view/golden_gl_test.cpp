// Pictures of the scenes against those that are kept under goldens/. SCANLINE_RENEW_GOLDENS=1 writes the kept
// ones anew: look at them before they are committed.
#include "kit/look.h"
#include "picture_difference.h"
#include "scanline/data/image.h"
#include "scanline/systems/all.h"
#include "scanline/view/view_request.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>

namespace scanline::view::golden_gl_test {

namespace fs = std::filesystem;

namespace {

// A pixel differs where a channel does by more than the tolerance. Drivers may differ in the edges of lines;
// a sign that is another or a cell of another colour is little of the window, but much of the place where it
// is.
constexpr int tolerance = 24;
constexpr double max_different = 0.005, max_different_of_tile = 0.25;
constexpr std::uintmax_t max_bytes = 180'000;

const fs::path goldens = SCANLINE_GOLDENS_DIR;
const fs::path results = SCANLINE_GOLDEN_RESULTS_DIR; ///< in the build folder

/// What of the window is compared: the rest names the machine or holds times that were measured. Lengths are
/// those at scale 1.
struct Edges {
    int right = 0, bottom = 26; ///< the status line names GPU and driver
};

/// Pictures depend on the typefaces; why they cannot be compared here, or nothing.
std::string other_typefaces() {
    const Typeface typeface = find_typeface();
    const auto stem = [](const std::string& path) { return fs::path(path).stem().string(); };
    const auto differs = [](const std::string& what, const std::string& is, const std::string& wanted) {
        return is == wanted ? std::string() : what + " is set in '" + is + "', not in " + wanted + "; ";
    };
    return differs("text", typeface.name, "Roboto") + differs("code", stem(typeface.mono), "DejaVuSansMono") +
           differs("signs", stem(typeface.symbols), "DejaVuSans");
}

bool renewing() {
    const char* value = std::getenv("SCANLINE_RENEW_GOLDENS");
    return value && std::string(value) == "1";
}

// Every scene is compared dark and light, at a scale of 1 and of 2, in the smallest windows and the largest.

struct Window {
    int width, height;
    double scale = 1;
};
constexpr Window smallest{1024, 640}, largest{1920, 1200}, smallest_twice{1280, 720, 2},
    largest_twice{1920, 1200, 2};

ViewRequest request(const std::string& scene, std::vector<std::pair<std::string, std::string>> settings,
                    Theme theme = Theme::dark, Window window = smallest) {
    ViewRequest request;
    request.scene = scene;
    request.settings = std::move(settings);
    request.theme = theme;
    request.scale = window.scale;
    request.width = window.width;
    request.height = window.height;
    request.masks = SCANLINE_MASKS_DIR;
    request.systems = systems::all();
    return request;
}

void check_golden(const std::string& name, const ViewRequest& request, Edges edges = {}) {
    if (const std::string reason = other_typefaces(); !reason.empty()) {
        std::cout << "not tried: " << name << ".png, because " << reason
                  << "install fonts-roboto-unhinted and fonts-dejavu-core\n";
        return;
    }
    const auto scaled = [&request](int length) {
        return static_cast<int>(std::lround(length * request.scale));
    };
    const data::Image picture = test::part_of(render_headless(request), request.width - scaled(edges.right),
                                              request.height - scaled(edges.bottom));
    const fs::path golden = goldens / (name + ".png");
    if (renewing()) {
        data::write_png(golden, picture);
        WARN("renewed " << golden.string());
        return;
    }
    CHECK(fs::file_size(golden) < max_bytes);
    const data::Image wanted = test::read_colours(golden);
    const test::PictureDifference difference = test::compare_pictures(picture, wanted, tolerance);
    if (difference.fraction <= max_different && difference.tile_fraction <= max_different_of_tile)
        return;
    fs::create_directories(results);
    const fs::path actual = results / (name + ".png"), marked = results / (name + "-difference.png");
    data::write_png(actual, picture);
    data::write_png(marked, difference.picture);
    FAIL_CHECK(name << ": " << 100 * difference.fraction << " % of the pixels differ from " << golden.string()
                    << ", and " << 100 * difference.tile_fraction << " % of those in one place; at most "
                    << 100 * max_different << " % and " << 100 * max_different_of_tile << " % may; see "
                    << actual.string() << " and " << marked.string());
}

/// A picture of a disc, small enough to be compacted in no time.
data::Image disc(int side) {
    data::Image image(side, side, 1);
    const double middle = (side - 1) / 2.0;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x)
            *image.pixel(x, y) = std::hypot(x - middle, y - middle) < side * 0.4 ? 255 : 0;
    }
    return image;
}

} // namespace

TEST_CASE("The opening page looks as it did: dark, light, and at a scale of 2") {
    // But for its end, which would make a large file.
    check_golden("home-dark", request("home", {}), {.bottom = 26 + 180});
    check_golden("home-light", request("home", {}, Theme::light, largest),
                 {.right = 1124, .bottom = 26 + 620});
    check_golden("home-dark-2x", request("home", {}, Theme::dark, smallest_twice));
}

TEST_CASE("The small compaction looks as it did: a search under way, dark") {
    ViewRequest small = request(
        "compaction-small", {{"preset", "random"}, {"seed", "3"}, {"algorithm", "bt"}, {"selected", "2"}});
    small.pass = 8;
    check_golden("compaction-small-dark", small);
}

TEST_CASE("The small compaction looks as it did: the first rows of all, at a scale of 2, dark") {
    check_golden("compaction-small-dark-2x", request("compaction-small", {}, Theme::dark, smallest_twice));
}

TEST_CASE("The small compaction looks as it did: a pinned element, light") {
    ViewRequest small =
        request("compaction-small",
                {{"preset", "random"}, {"seed", "3"}, {"algorithm", "horn"}, {"pinned", "8"}}, Theme::light);
    small.pass = 6;
    check_golden("compaction-small-light", small);
}

TEST_CASE("The small compaction looks as it did: all chains with that of a pinned element, dark") {
    ViewRequest small =
        request("compaction-small", {{"chains", "all"}, {"pinned", "10"}}, Theme::dark, largest);
    small.pass = 5;
    // But for the inspector, which would make a large file, and the rows that are still empty.
    check_golden("compaction-small-chains-dark", small, {.right = 324, .bottom = 26 + 500});
}

TEST_CASE("The small compaction looks as it did: two algorithms at the search, light") {
    ViewRequest small = request("compaction-small", {{"compare", "bt"}}, Theme::light);
    small.pass = 8;
    small.width = 1280;
    small.height = 720;
    check_golden("compaction-small-compared-light", small, {.right = 324, .bottom = 26 + 52});
}

TEST_CASE("The compaction of a picture looks as it did, but for the times of its passes") {
    const scanline::test::TemporaryFolder folder;
    data::write_png(folder / "disc.png", disc(256));
    ViewRequest image =
        request("compaction-image", {{"algorithm", "bt"}, {"block", "64"}, {"pinned", "20000"}});
    image.file = folder / "disc.png";
    image.pass = 7;
    // The inspector has times, and so has the step at the bottom.
    image.theme = Theme::light;
    check_golden("compaction-image-light", image, {.right = 288, .bottom = 26 + 52});
    image.theme = Theme::dark;
    image.width = largest.width;
    image.height = largest.height;
    image.settings = {{"algorithm", "bt"}, {"block", "64"}, {"compare", "side-by-side"}, {"b-block", "64"}};
    check_golden("compaction-image-compared-dark", image, {.right = 324, .bottom = 26 + 52});
    image.width = smallest_twice.width;
    image.height = smallest_twice.height;
    image.scale = smallest_twice.scale;
    image.theme = Theme::light;
    check_golden("compaction-image-compared-light-2x", image, {.bottom = 26 + 52});
}

TEST_CASE("Prefix sums look as they did: a tree, dark") {
    ViewRequest sums = request("prefix-sum", {{"variant", "blelloch"}});
    sums.pass = 5;
    check_golden("prefix-sum-dark", sums);
}

TEST_CASE("Prefix sums look as they did: threads, one of which is a pass ahead, dark") {
    ViewRequest sums = request("prefix-sum", {{"variant", "scalar1-p"}, {"pinned", "5"}});
    sums.pass = 5;
    // Its inspector is that of the tree.
    check_golden("prefix-sum-threads-dark", sums, {.right = 288, .bottom = 26});
}

TEST_CASE("Prefix sums look as they did: all variants, at a scale of 2, light") {
    ViewRequest sums = request("prefix-sum", {{"compare", "true"}, {"pinned", "9"}}, Theme::light);
    sums.scale = 2;
    sums.width = 2048;
    sums.height = 1280;
    // The table, but for its end: at this scale all of the window would be a large file.
    check_golden("prefix-sum-compared-light-2x", sums, {.right = 288, .bottom = 340});
}

TEST_CASE("Prefix sums look as they did: tiles that look back, in the lowest and the highest window") {
    ViewRequest sums = request("prefix-sum", {{"variant", "chained"}}, Theme::dark, smallest_twice);
    sums.pass = 5;
    check_golden("prefix-sum-tiles-dark-2x", sums);
    sums = request("prefix-sum", {{"variant", "chained"}}, Theme::light, largest);
    sums.pass = 5;
    check_golden("prefix-sum-tiles-light", sums, {.right = 324, .bottom = 26 + 500});
}

TEST_CASE("A k-d tree looks as it did: a level that is split, with its arrays, dark") {
    ViewRequest tree = request("kdtree", {{"pinned", "8"}});
    tree.pass = 5;
    // The inspector has times.
    check_golden("kdtree-build-dark", tree, {.right = 288, .bottom = 26});
}

TEST_CASE("A k-d tree looks as it did: a query under way, light") {
    ViewRequest tree =
        request("kdtree", {{"show", "query"}, {"points", "clustered"}, {"count", "60"}, {"pinned", "20"}},
                Theme::light, largest);
    tree.pass = 30;
    check_golden("kdtree-query-light", tree, {.right = 324, .bottom = 26});
}

TEST_CASE("A k-d tree looks as it did: without room for its arrays, at a scale of 2, light") {
    ViewRequest tree = request("kdtree", {{"pinned", "8"}}, Theme::light, smallest_twice);
    tree.pass = 5;
    check_golden("kdtree-build-light-2x", tree);
}

TEST_CASE("A k-d tree looks as it did: planes in space, dark") {
    ViewRequest tree = request("kdtree", {{"dimensions", "3"}});
    tree.height = 500; // which makes the arrays narrow, too
    tree.pass = 5;
    check_golden("kdtree-space-dark", tree, {.right = 288, .bottom = 26 + 52});
}

TEST_CASE("A build over ranks looks as it did: the exchange, light") {
    ViewRequest tree = request("kdtree", {{"ranks", "3"}, {"count", "250"}}, Theme::light);
    tree.pass = 8;
    check_golden("kdtree-ranks-light", tree, {.right = 288, .bottom = 26 + 52});
}

TEST_CASE("Skylines look as they did: rows on their way from rank to rank, dark") {
    ViewRequest sky = request("skyline", {{"ranks", "4"}});
    sky.pass = 2;
    check_golden("skyline-ranks-dark", sky, {.right = 288, .bottom = 26 + 52});
}

TEST_CASE("Skylines look as they did: a level in the plane with a pinned row, dark") {
    ViewRequest sky = request("skyline", {{"pinned", "20"}});
    sky.pass = 6;
    // The inspector has times.
    check_golden("skyline-plane-dark", sky, {.right = 288, .bottom = 26});
}

TEST_CASE("Skylines look as they did: the pre-filter, at a scale of 2, light") {
    ViewRequest sky = request("skyline", {}, Theme::light, smallest_twice);
    sky.pass = 1;
    check_golden("skyline-filter-light-2x", sky);
}

TEST_CASE("Skylines look as they did: medians in space, light") {
    ViewRequest sky = request("skyline", {{"dimensions", "3"}, {"pinned", "20"}}, Theme::light);
    sky.pass = 6;
    check_golden("skyline-space-light", sky, {.right = 288, .bottom = 26 + 52});
}

TEST_CASE("Skylines look as they did: parallel axes with a brush, dark, and at a scale of 2") {
    ViewRequest sky = request("skyline", {{"dimensions", "5"},
                                          {"count", "14"},
                                          {"columns", "min,max"},
                                          {"brush", "2:0.1:0.7"},
                                          {"pinned", "3"}});
    sky.pass = 7;
    check_golden("skyline-parallel-dark", sky, {.right = 288, .bottom = 26 + 52});
    sky.width = smallest_twice.width;
    sky.height = smallest_twice.height;
    sky.scale = smallest_twice.scale;
    check_golden("skyline-parallel-dark-2x", sky, {.right = 100, .bottom = 26 + 52});
}

TEST_CASE("Cubes look as they did: the nodes of a level with a pinned one, dark") {
    ViewRequest cube = request("cube", {{"pinned", "0,2"}});
    cube.pass = 7;
    // The inspector has times.
    check_golden("cube-build-dark", cube, {.right = 288, .bottom = 26});
}

TEST_CASE("Cubes look as they did: a query that climbs in vain, light") {
    ViewRequest cube =
        request("cube", {{"show", "query"}, {"dimensions", "4"}, {"count", "30"}, {"query", "*,0,*,1"}},
                Theme::light);
    cube.pass = 3;
    check_golden("cube-query-light", cube, {.right = 288, .bottom = 26});
}

TEST_CASE("Cubes look as they did: a level that is merged, without room for arrays, at a scale of 2, dark") {
    ViewRequest cube = request("cube", {{"show", "update"}}, Theme::dark, smallest_twice);
    cube.pass = 4;
    check_golden("cube-update-dark-2x", cube);
}

TEST_CASE("The explorer looks as it did: a node drilled into, dark; brushes, light and at a scale of 2") {
    ViewRequest explorer =
        request("explorer", {{"path", "channel, city, product, when.month"}, {"drill", "channel=web"}});
    explorer.clock = [] { return std::chrono::nanoseconds(); };
    // The inspector has times.
    check_golden("explorer-drill-dark", explorer, {.right = 288});
    explorer.settings = {{"measure", "price:sum"}, {"select", "city={Oslo,Bergen}, when.hour=9..17"}};
    explorer.theme = Theme::light;
    explorer.width = 1280;
    explorer.height = 720;
    check_golden("explorer-brush-light", explorer, {.right = 324});
    explorer.width = smallest_twice.width;
    explorer.scale = smallest_twice.scale;
    check_golden("explorer-brush-light-2x", explorer, {.right = 0, .bottom = 26});
}

TEST_CASE("Measurements look as they did: a chart, dark") {
    ViewRequest sweep = request("sweep", {{"x-axis", "density"}}, Theme::dark, largest);
    sweep.file = goldens / "sweep.json";
    check_golden("sweep-chart-dark", sweep, {.right = 324});
    sweep = request("sweep", {{"x-axis", "density"}}, Theme::light, largest_twice);
    sweep.file = goldens / "sweep.json";
    check_golden("sweep-chart-light-2x", sweep, {.right = 288});
}

TEST_CASE("Measurements look as they did: rows, light") {
    ViewRequest sweep = request("sweep", {{"tab", "table"}}, Theme::light);
    sweep.file = goldens / "sweep.json";
    check_golden("sweep-rows-light", sweep);
}

} // namespace scanline::view::golden_gl_test
