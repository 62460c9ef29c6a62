// The three masks of the paper's measurements and their negatives, against std::copy_if: in full size with
// the usual blocks, the masks themselves also with the smallest and the largest, at a quarter of their pixels
// with every block size; with every whole-stream algorithm in each texture shape that the block sizes give.
#include "scanline/core/error.h"
#include "scanline/data/image.h"
#include "scanline/systems/compaction_case.h"
#include "support/gl_test.h"

#include <filesystem>

namespace scanline::systems::masks_gl_test {

namespace {

class MaskTest : public test::GlTest {
protected:
    void check_mask(const std::string& name, std::size_t valid) {
        const data::Image whole =
            data::read_image(std::filesystem::path(SCANLINE_MASKS_DIR) / (name + ".png"));
        REQUIRE(whole.width == 2048);
        REQUIRE(whole.height == 2048);
        CHECK(data::count_at_least(whole, 128) == valid);
        for (const int factor : {1, 2}) {
            const data::Image image = data::decimate(whole, factor);
            CompactionCase test;
            test.data = name;
            test.values.assign(image.pixels.begin(), image.pixels.end());
            test.options.payload = raster::Payload::index;
            check_size(test, image.width, factor == 1 ? valid : data::count_at_least(image, 128));
        }
    }

private:
    /// Both signs and all algorithms, by blocks or shapes.
    void check_size(CompactionCase& test, int width, std::size_t valid) {
        for (const bool negate : {false, true}) {
            test.options.discriminator.negate = negate;
            CHECK(expected_survivors(test).size() == (negate ? test.values.size() - valid : valid));
            for (int block = raster::min_block; block <= raster::max_block; block *= 2) {
                test.block = block;
                const bool few =
                    block == 256 || (!negate && (block == raster::min_block || block == raster::max_block));
                // For whole-stream algorithms, blocks only shape the texture.
                const bool new_shape = block == raster::min_block || block > width;
                for (const raster::Algorithm algorithm : enumerators<raster::Algorithm>) {
                    if (raster::is_blockwise(algorithm) ? width == 2048 && !few : !new_shape)
                        continue;
                    test.options.algorithm = algorithm;
                    // Messages describe the case themselves; correct ones format nothing.
                    if (const auto different = check(engine_, test, false))
                        FAIL_CHECK(describe(test) << ": " << *different);
                }
            }
        }
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

} // namespace scanline::systems::masks_gl_test
