// Pictures of the visualizer, made without a display.
#include "mask_file.h"
#include "outcome.h"

#include "chart/well_formed.h"
#include "data/files.h"
#include "scanline/data/image.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace view_gl_test {

using namespace scanline;
using namespace scanline::test;
using data::test::names_in;

namespace fs = std::filesystem;

namespace {

/// A picture saved by `scanline view`, in grey; the program prints nothing.
data::Image picture(const Arguments& options) {
    const TemporaryFolder folder;
    const fs::path path = folder / "picture.png";
    Arguments arguments{"view", "--masks", SCANLINE_MASKS_DIR, "--screenshot", path.string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    CHECK(run_well(arguments, without_display()).empty());
    CHECK(names_in(folder.path()).size() == 1);
    return data::read_image(path);
}

Arguments operator+(Arguments a, const Arguments& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::size_t shades_of(const data::Image& image) {
    return std::set<std::uint8_t>(image.pixels.begin(), image.pixels.end()).size();
}

/// Mean, 0 to 255.
double brightness_of(const data::Image& image) {
    double sum = 0;
    for (const std::uint8_t value : image.pixels)
        sum += value;
    return sum / static_cast<double>(image.pixels.size());
}

/// The fraction of pixels in which two pictures of one size differ.
double difference_of(const data::Image& a, const data::Image& b) {
    REQUIRE(a.width == b.width);
    REQUIRE(a.height == b.height);
    int different = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i)
        different += a.pixels[i] != b.pixels[i];
    return different / static_cast<double>(a.pixel_count());
}

/// The scene of pictures without the inspector and the bottom bar, which show measured times.
data::Image without_times(const data::Image& image) {
    constexpr int inspector = 288, step = 78;
    data::Image part(image.width - inspector, image.height - step, image.channels);
    for (int y = 0; y < part.height; ++y)
        std::copy_n(image.pixel(0, y), part.width * part.channels, part.pixel(0, y));
    return part;
}

const Arguments small_picture{"--scene", "compaction-small", "--size", "1024x640"};

} // namespace

TEST_CASE("Every scene can be saved as a picture of the size that was asked for", "[repeat]") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(64, 48, 1)).string();
    std::vector<data::Image> pictures;
    for (const Arguments& scene : {Arguments{"--scene", "compaction-small"},
                                   Arguments{"--scene", "kdtree"},
                                   Arguments{"--scene", "skyline"},
                                   Arguments{"--scene", "cube"},
                                   {image, "--scene", "compaction-image"},
                                   {"--scene", "prefix-sum"},
                                   {"--scene", "explorer"},
                                   {"--scene", "sweep"}}) {
        INFO(scene.back());
        pictures.push_back(picture(scene + Arguments{"--size", "1024x640"}));
        CHECK(pictures.back().width == 1024);
        CHECK(pictures.back().height == 640);
        CHECK(shades_of(pictures.back()) > 50);
        for (std::size_t i = 0; i + 1 < pictures.size(); ++i)
            CHECK(difference_of(pictures[i], pictures.back()) > 0.02);
    }
}

TEST_CASE("A picture without a size, a scene and a scale is of the first scene, 1280 x 800") {
    const data::Image image = picture({});
    CHECK(image.width == 1280);
    CHECK(image.height == 800);
    CHECK(difference_of(image,
                        picture({"--scene", "compaction-small", "--size", "1280x800", "--scale", "1"})) == 0);
}

TEST_CASE("A file without a scene is opened by the one that shows pictures") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(64, 48, 2)).string();
    const data::Image by_file = picture({image, "--size", "1024x640"});
    const data::Image by_scene = picture({image, "--scene", "compaction-image", "--size", "1024x640"});
    CHECK(difference_of(without_times(by_file), without_times(by_scene)) == 0);
}

TEST_CASE("Theme, scale, step and settings change the picture", "[repeat]") {
    const data::Image usual = picture(small_picture);
    CHECK(difference_of(usual, picture(small_picture)) == 0);
    CHECK(difference_of(usual, picture(small_picture + Arguments{"--theme", "dark"})) == 0);
    CHECK(brightness_of(usual) < 64);
    CHECK(brightness_of(picture(small_picture + Arguments{"--theme", "light"})) > 192);
    CHECK(difference_of(usual, picture(small_picture + Arguments{"--scale", "1.5"})) > 0.02);
    CHECK(difference_of(usual, picture(small_picture + Arguments{"--pass", "0"})) == 0);
    CHECK(difference_of(usual, picture(small_picture + Arguments{"--pass", "5"})) > 0.01);
    CHECK(difference_of(usual, picture(small_picture + Arguments{"--set", "algorithm=horn"})) > 0.01);
}

TEST_CASE("Several settings are taken in their order, the last of a key stays", "[repeat]") {
    const auto with = [](const Arguments& settings) { return picture(small_picture + settings); };
    const data::Image both = with({"--set", "algorithm=bt", "--set", "block=16"});
    CHECK(difference_of(both, with({"--set", "block=4", "--set", "algorithm=bt", "--set", "block=16"})) == 0);
    CHECK(difference_of(both, with({"--set", "algorithm=bt"})) > 0);
}

TEST_CASE("A picture whose name ends in .svg is an SVG of the scene alone") {
    const TemporaryFolder folder;
    const fs::path path = folder / "picture.SVG";
    CHECK(run_well({"view", "--scene", "prefix-sum", "--size", "1024x640", "--pass", "2", "--screenshot",
                    path.string()},
                   without_display())
              .empty());
    const std::string svg = data::test::get(path);
    CHECK(chart::count_elements(svg)["svg"] == 1);
    CHECK_THAT(svg, Catch::Matchers::ContainsSubstring("Prefix sums, lane by lane") &&
                        Catch::Matchers::ContainsSubstring(">input</text>") &&
                        !Catch::Matchers::ContainsSubstring("Algorithm"));
}

TEST_CASE("Every step is saved as the picture that a screenshot of it is, numbered", "[repeat]") {
    const TemporaryFolder folder;
    const Arguments scene{"view", "--scene", "prefix-sum", "--set", "size=8", "--size", "1024x640"};
    const std::string ending = GENERATE("png", "svg");
    const fs::path first = data::test::put(folder / ("sum-0000." + ending), "old");
    const Arguments all{"--animation", (folder / ("sum." + ending)).string()};
    CHECK(run_well(scene + all, without_display()).empty());
    const std::size_t steps = names_in(folder.path()).size();
    CHECK(steps > 3);
    CHECK(fs::exists(folder / fmt::format("sum-{:04}.{}", steps - 1, ending)));
    CHECK(data::test::get(first) != "old");
    CHECK_FALSE(data::test::get(folder / ("sum-0001." + ending)) ==
                data::test::get(folder / ("sum-0002." + ending)));
    const fs::path one = folder / ("one." + ending);
    run_well(scene + Arguments{"--pass", "2", "--screenshot", one.string()}, without_display());
    if (ending == "svg")
        CHECK(data::test::get(one) == data::test::get(folder / "sum-0002.svg"));
    else
        CHECK(difference_of(without_times(data::read_image(one)),
                            without_times(data::read_image(folder / "sum-0002.png"))) == 0);
}

TEST_CASE("A picture that is there is replaced") {
    const TemporaryFolder folder;
    const fs::path path = data::test::put(folder / "picture.png", "old");
    run_well({"view", "--scene", "prefix-sum", "--size", "1024x640", "--screenshot", path.string()},
             without_display());
    CHECK(data::read_image(path).width == 1024);
    CHECK(names_in(folder.path()).size() == 1);
}

} // namespace view_gl_test
