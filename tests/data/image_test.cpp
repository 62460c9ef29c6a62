#include "scanline/data/image.h"

#include "files.h"

#include <cmath>
#include <numeric>

namespace image_test {

using namespace scanline;
using namespace scanline::data;
using namespace scanline::data::test;

TEST_CASE("A new image is full of one value and finds its pixels row by row") {
    Image image(3, 2, 4, 9);
    REQUIRE(image.pixels == std::vector<std::uint8_t>(24, 9));
    REQUIRE(image.pixel_count() == 6);
    REQUIRE(image.pixel(2, 1) - image.pixels.data() == 20);
    REQUIRE(Image().pixel_count() == 0);
    REQUIRE(Image(0, 5).pixels.empty());
}

TEST_CASE("An image of a size that cannot be is refused") {
    REQUIRE(error_of([] { Image(-1, 5); }, ErrorKind::usage) ==
            "an image cannot have -1 x 5 pixels of 1 channels; ask for a width and a height of at least 0 "
            "and at least 1 "
            "channel");
    REQUIRE(error_of([] { Image(1, -5); }, ErrorKind::usage) != "no error");
    REQUIRE(error_of([] { Image(1, 5, 0); }, ErrorKind::usage) != "no error");
}

TEST_CASE("Decimating keeps every second element of 1 2 3 4 5") {
    Image image(5, 1);
    image.pixels = {1, 2, 3, 4, 5};
    REQUIRE(decimate(image, 2).pixels == std::vector<std::uint8_t>{1, 3, 5});
}

TEST_CASE("Decimating takes whole pixels of every factor-th row and column") {
    Image image(5, 4, 3);
    std::iota(image.pixels.begin(), image.pixels.end(), std::uint8_t{0});
    const Image small = decimate(image, 3);
    REQUIRE(small.width == 2);
    REQUIRE(small.height == 2);
    REQUIRE(small.channels == 3);
    REQUIRE(small.pixels == std::vector<std::uint8_t>{0, 1, 2, 9, 10, 11, 45, 46, 47, 54, 55, 56});
    REQUIRE(decimate(image, 1).pixels == image.pixels);
    REQUIRE(decimate(image, 2'147'483'647).pixels == std::vector<std::uint8_t>{0, 1, 2});
    REQUIRE(decimate(Image(0, 0), 2).pixels.empty());
}

TEST_CASE("A factor below 1 is refused") {
    REQUIRE(error_of([] { decimate(Image(2, 2), 0); }, ErrorKind::usage) ==
            "cannot decimate an image by 0; the factor is at least 1");
}

TEST_CASE("Pixels at the threshold are counted, pixels below are not") {
    Image image(5, 1);
    image.pixels = {0, 127, 128, 129, 255};
    REQUIRE(count_at_least(image, 128) == 3);
    REQUIRE(count_at_least(image, 127.5) == 3);
    REQUIRE(count_at_least(image, 128.5) == 2);
    REQUIRE(count_at_least(image, 0) == 5);
    REQUIRE(count_at_least(image, -1) == 5);
    REQUIRE(count_at_least(image, 256) == 0);
    REQUIRE(count_at_least(image, NAN) == 0);
    REQUIRE(count_at_least(Image(), 0) == 0);
}

TEST_CASE("Only images of one channel are counted") {
    REQUIRE(error_of([] { count_at_least(Image(2, 2, 3), 1); }, ErrorKind::usage) ==
            "cannot count the pixels of an image of 3 channels; reduce it to one channel");
}

} // namespace image_test
