#include "algorithms.h"
#include "outcome.h"

#include "data/files.h"
#include "scanline/data/image.h"
#include "support/temporary_folder.h"

#include <algorithm>

namespace demo_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace fs = std::filesystem;

TEST_CASE("The demo writes a picture of every mask and algorithm and a table of their times", "[repeat]") {
    const TemporaryFolder folder;
    const fs::path output = folder / "new" / "pictures", masks = folder / "masks";
    fs::create_directories(masks);
    for (const std::string mask : {"hand", "bunny", "finger"})
        data::write_png(masks / (mask + ".png"),
                        data::decimate(data::read_image(fs::path(SCANLINE_MASKS_DIR) / (mask + ".png")), 4));
    const std::string text =
        run_well({"demo", "--masks", masks.string(), "-o", output.string(), "--reps", "1"});
    CHECK(data::test::names_in(output).size() == 3 * algorithm_facts.size());
    const std::vector<std::string> lines = lines_of(text);
    for (const std::string mask : {"hand", "bunny", "finger"}) {
        const auto heading = std::find_if(lines.begin(), lines.end(), [&mask](const std::string& line) {
            return line.starts_with(mask + "  ") && line.find("valid") != std::string::npos;
        });
        REQUIRE(lines.end() - heading > static_cast<std::ptrdiff_t>(algorithm_facts.size()) + 1);
        std::ptrdiff_t row = 2;
        for (const std::string& algorithm : algorithm_names()) {
            CHECK_THAT(heading[row++], StartsWith("  " + algorithm + " "));
            const data::Image picture = data::read_image(output / (mask + "-" + algorithm + ".png"));
            // The mask on the left, its stream on the right: both have pixels that are neither black nor
            // white.
            REQUIRE(picture.width > 2 * picture.height);
            for (const int left : {0, picture.width - picture.height}) {
                int coloured = 0;
                for (int y = 0; y < picture.height; ++y)
                    for (int x = left; x < left + picture.height; ++x)
                        coloured += *picture.pixel(x, y) > 40 && *picture.pixel(x, y) < 230 ? 1 : 0;
                CHECK(coloured > 100);
            }
        }
    }
    CHECK_THAT(text, ContainsSubstring(output.string()));
}

TEST_CASE("Masks are found beside the program, whatever is in the working folder") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "assets" / "masks"); // as in a checkout, but without masks
    Setting setting;
    setting.folder = folder.path();
    CHECK_THAT(run_well({"bench", "compact", "--size", "1000", "--block", "16", "--algorithm", "bt", "--reps",
                         "1", "--format", "csv"},
                        setting),
               ContainsSubstring("share/scanline/masks/hand.png"));
    run_well({"view", "--scene", "compaction-image", "--set", "image=finger", "--size", "1024x640",
              "--screenshot", "finger.png"},
             setting);
    CHECK(data::read_image(folder / "finger.png").width == 1024);
}

TEST_CASE("A demo without masks says where it looked and what to do") {
    const TemporaryFolder folder;
    check_refused(run({"demo", "--masks", folder.path().string(), "-o", (folder / "out").string()}), 1,
                  {(folder / "hand.png").string(), "--masks"});
    CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("A demo into a file is reported") {
    const TemporaryFolder folder;
    const fs::path file = data::test::put(folder / "file", "a file");
    for (const fs::path& output : {file, file / "pictures"})
        check_refused(run({"demo", "--masks", SCANLINE_MASKS_DIR, "-o", output.string(), "--reps", "1"}), 1,
                      {output.string(), "--output"});
    CHECK(data::test::get(file) == "a file");
}

} // namespace demo_gl_test
