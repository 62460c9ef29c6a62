// The three masks of the paper's measurements and their negatives, in three sizes, every block size and
// algorithm, against std::copy_if: 864 compactions of blocks, and one of every whole-stream algorithm for
// each shape of the texture that the block sizes give, 216 more.
#include "scanline/catalog/compaction_case.h"
#include "scanline/core/error.h"
#include "scanline/data/image_io.h"
#include "support/gl_test.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>

namespace scanline::catalog {

namespace {

class MaskTest : public test::GlTest {
protected:
    void check_mask(const std::string& name, std::size_t valid) {
        const data::Image whole =
            data::read_image(std::filesystem::path(SCANLINE_MASKS_DIR) / (name + ".png"));
        REQUIRE(whole.width == 2048);
        REQUIRE(whole.height == 2048);
        CHECK(data::count_at_least(whole, 128) == valid);
        int compactions = 0;
        for (const int factor : {1, 2, 4}) {
            const data::Image image = data::decimate(whole, factor);
            CompactionCase test;
            test.data = name;
            test.values.assign(image.pixels.begin(), image.pixels.end());
            test.options.payload = raster::Payload::index;
            compactions +=
                check_size(test, image.width, factor == 1 ? valid : data::count_at_least(image, 128));
        }
        // Rows of 2048 and of 4096; of 1024 too; of 512 too.
        constexpr int shapes = 2 + 3 + 4;
        CHECK(compactions == 2 * (3 * 12 * 4 + shapes * 4));
    }

private:
    /// Both signs, all blocks or shapes and all algorithms; returns how many compactions that was.
    int check_size(CompactionCase& test, int width, std::size_t valid) {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point begin = Clock::now();
        int compactions = 0;
        for (const bool negate : {false, true}) {
            test.options.discriminator.negate = negate;
            CHECK(expected_survivors(test).size() == (negate ? test.values.size() - valid : valid));
            for (int block = raster::min_block; block <= raster::max_block; block *= 2) {
                test.block = block;
                // For the algorithms that know no blocks these only shape the texture.
                const bool new_shape = block == raster::min_block || block > width;
                for (const raster::Algorithm algorithm : raster::all_algorithms) {
                    if (!raster::is_blockwise(algorithm) && !new_shape)
                        continue;
                    test.options.algorithm = algorithm;
                    ++compactions;
                    // Messages describe the case themselves; nothing is formatted for the right ones.
                    if (const auto different = check(engine_, test, false))
                        FAIL_CHECK(describe(test) << ": " << *different);
                }
            }
        }
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        fmt::print("{} {} x {}: {} compactions in {:.1f} s\n", test.data, width, width, compactions, seconds);
        std::fflush(stdout);
        return compactions;
    }

    raster::Engine engine_{context.capabilities()};
};

} // namespace

TEST_CASE_METHOD(MaskTest, "The hand and its negative are compacted as by std::copy_if", "[hand]") {
    check_mask("hand", 205'257);
}

TEST_CASE_METHOD(MaskTest, "The bunny and its negative are compacted as by std::copy_if", "[bunny]") {
    check_mask("bunny", 815'285);
}

TEST_CASE_METHOD(MaskTest, "The fingerprint and its negative are compacted as by std::copy_if", "[finger]") {
    check_mask("finger", 677'803);
}

} // namespace scanline::catalog
