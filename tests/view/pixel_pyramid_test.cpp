#include "scenes/compaction/image/picture.h"

#include "scanline/core/random.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::compaction::image::pixel_pyramid_test {

namespace {

constexpr Rgba black = rgba(0, 0, 0), white = rgba(255, 255, 255);

} // namespace

TEST_CASE("a level is the mean of two by two pixels of the one before, down to one pixel") {
    const PixelPyramid pyramid =
        make_pixel_pyramid({4, 2, {black, white, white, white, black, white, white, white}});
    REQUIRE(pyramid.size() == 3);
    CHECK(pyramid[1].width == 2);
    CHECK(pyramid[1].height == 1);
    CHECK(pyramid[1].pixels == std::vector<Rgba>{rgba(128, 128, 128), white});
    CHECK(pyramid[2].pixels == std::vector<Rgba>{rgba(192, 192, 192)});
}

TEST_CASE("the odd last column or row is left out of the means, a single one is not") {
    const Rgba red = rgba(200, 0, 0), blue = rgba(0, 0, 100);
    const std::vector<Rgba> five{black, white, red, blue, white}, two{rgba(128, 128, 128), rgba(100, 0, 50)};
    CHECK(make_pixel_pyramid({5, 1, five})[1].pixels == two);
    CHECK(make_pixel_pyramid({1, 5, five})[1].pixels == two);
}

TEST_CASE("transparent pixels lend no colour to the mean") {
    const Rgba red = rgba(200, 0, 0);
    const PixelPyramid pyramid = make_pixel_pyramid({2, 2, {red, 0, 0, 0}});
    CHECK(pyramid[1].pixels == std::vector<Rgba>{rgba(200, 0, 0, 64)});
    CHECK(make_pixel_pyramid({2, 2, {0, 0, 0, 0}})[1].pixels == std::vector<Rgba>{0});
}

TEST_CASE("levels have the sizes that OpenGL asks for, whatever the first") {
    for (const auto& [width, height] : {std::pair{1, 1}, {5, 3}, {1, 9}, {64, 1}, {17, 33}}) {
        CAPTURE(width, height);
        const PixelPyramid pyramid = make_pixel_pyramid(
            {width, height, std::vector<Rgba>(static_cast<std::size_t>(width * height), white)});
        int w = width, h = height;
        for (const PixelLevel& level : pyramid) {
            CHECK(level.width == w);
            CHECK(level.height == h);
            CHECK(level.pixels == std::vector<Rgba>(static_cast<std::size_t>(w * h), white));
            w = std::max(1, w / 2);
            h = std::max(1, h / 2);
        }
        CHECK(pyramid.back().pixels.size() == 1);
    }
}

TEST_CASE("the tiles of a picture are its parts, and every pixel is found in them") {
    Random random(7);
    PixelLevel picture{1100, 600, {}};
    for (int i = 0; i < 1100 * 600; ++i)
        picture.pixels.push_back(static_cast<Rgba>(random.next()));
    const TiledPicture tiled(picture);
    REQUIRE(tiled.tiles().size() == 6);
    CHECK(tiled.tiles()[5].x == 1024);
    CHECK(tiled.tiles()[5].y == 512);
    CHECK(tiled.tiles()[5].pixels.front().width == 76);
    CHECK(tiled.tiles()[5].pixels.front().height == 88);
    bool same = true;
    for (int y = 0; y < 600; ++y)
        for (int x = 0; x < 1100; ++x)
            same = same && tiled.at(x, y) == picture.pixels[static_cast<std::size_t>(y * 1100 + x)];
    CHECK(same);
}

TEST_CASE("replicated pixels are rectangles of the same colour") {
    Random random(5);
    PixelLevel level{3, 2, {}};
    for (int i = 0; i < 6; ++i)
        level.pixels.push_back(static_cast<Rgba>(random.next()));
    const PixelLevel larger = replicate(level, 4, 3);
    REQUIRE(larger.width == 12);
    REQUIRE(larger.height == 6);
    REQUIRE(larger.pixels.size() == 72);
    for (std::size_t i = 0; i < 72; ++i)
        CHECK(larger.pixels[i] == level.pixels[i / 12 / 3 * 3 + i % 12 / 4]);
}

} // namespace scanline::view::compaction::image::pixel_pyramid_test
