#include "masks.h"

#include "scanline/data/image.h"

#include <catch2/catch_all.hpp>
#include <filesystem>

namespace masks_test {

namespace {

using scanline::data::Image;
namespace masks = scanline::masks;

Image committed(const char* name) {
    return scanline::data::read_image(std::filesystem::path(SCANLINE_MASKS_DIR) / name);
}

void check(const Image& made, const char* name, std::size_t valid) {
    const Image stored = committed(name);
    REQUIRE(stored.width == 2048);
    REQUIRE(stored.height == 2048);
    CHECK(scanline::data::count_at_least(stored, 255) == valid);
    CHECK(scanline::data::count_at_least(stored, 1) == valid);
    CHECK(made.pixels == stored.pixels);
}

} // namespace

TEST_CASE("The paper's valid counts are the masks' own") {
    CHECK(masks::hand_valid == 205257);
    CHECK(masks::bunny_valid == 815285);
    CHECK(masks::finger_valid == 677803);
}

TEST_CASE("The hand in the repository is what the program draws", "[repeat]") {
    check(masks::make_hand(), "hand.png", masks::hand_valid);
}

TEST_CASE("The bunny in the repository is what the program draws", "[repeat]") {
    check(masks::make_bunny(), "bunny.png", masks::bunny_valid);
}

TEST_CASE("The fingerprint in the repository is what the program draws") {
    check(masks::make_finger(), "finger.png", masks::finger_valid);
}

} // namespace masks_test
