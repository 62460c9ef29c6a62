#include "picture_difference.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::test::picture_difference_test {

TEST_CASE("A pixel differs where one of its channels does by more than the tolerance") {
    const data::Image grey(10, 4, 3, 100);
    CHECK(compare_pictures(grey, grey, 0).fraction == 0);
    data::Image other = grey;
    other.pixel(3, 1)[2] = 124;
    other.pixel(9, 3)[0] = 75;
    CHECK(compare_pictures(grey, other, 25).fraction == 0);
    CHECK(compare_pictures(grey, other, 24).fraction == 1 / 40.0);
    CHECK(compare_pictures(other, grey, 23).fraction == 2 / 40.0);
    const data::Image marked = compare_pictures(grey, other, 24).picture;
    CHECK(marked.pixel(9, 3)[0] == 255);
    CHECK(marked.pixel(3, 1)[0] == 33);
}

TEST_CASE("Differences in one place are told from those that are spread") {
    const data::Image grey(100, 100, 3, 100);
    data::Image spread = grey, together = grey;
    for (int i = 0; i < 100; ++i) {
        *spread.pixel(i, i) = 0;
        *together.pixel(64 + i % 10, 40 + i / 10) = 0;
    }
    CHECK(compare_pictures(spread, grey, 24).fraction == 0.01);
    CHECK(compare_pictures(together, grey, 24).fraction == 0.01);
    CHECK(compare_pictures(spread, grey, 24).tile_fraction == 32 / 1024.0);
    CHECK(compare_pictures(together, grey, 24).tile_fraction == 100 / 1024.0);
}

TEST_CASE("Pictures of different sizes differ everywhere") {
    CHECK(compare_pictures(data::Image(4, 3, 3), data::Image(3, 4, 3), 255).fraction == 1);
    CHECK(compare_pictures(data::Image(4, 3, 3), data::Image(4, 3, 1), 255).fraction == 1);
}

TEST_CASE("A part of a picture is its top left, without opacity") {
    data::Image picture(3, 2, 4);
    for (std::size_t i = 0; i < picture.pixels.size(); ++i)
        picture.pixels[i] = static_cast<std::uint8_t>(i);
    CHECK(part_of(picture, 2, 2).pixels ==
          std::vector<std::uint8_t>{0, 1, 2, 4, 5, 6, 12, 13, 14, 16, 17, 18});
    CHECK(part_of(picture, 3, 1).pixels == std::vector<std::uint8_t>{0, 1, 2, 4, 5, 6, 8, 9, 10});
}

} // namespace scanline::view::test::picture_difference_test
