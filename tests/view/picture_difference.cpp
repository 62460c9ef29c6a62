#include "picture_difference.h"

#include <algorithm>
#include <array>
#include <catch2/catch_all.hpp>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <stb_image.h>
#include <vector>

namespace scanline::view::test {

namespace {

bool differs(const std::uint8_t* a, const std::uint8_t* b, int channels, int tolerance) {
    for (int channel = 0; channel < channels; ++channel) {
        if (std::abs(a[channel] - b[channel]) > tolerance)
            return true;
    }
    return false;
}

} // namespace

data::Image read_colours(const std::filesystem::path& path) {
    INFO(path.string());
    int width = 0, height = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
        stbi_load(path.c_str(), &width, &height, nullptr, 3), stbi_image_free);
    REQUIRE(pixels);
    data::Image image(width, height, 3);
    std::copy_n(pixels.get(), image.pixels.size(), image.pixels.data());
    return image;
}

data::Image part_of(const data::Image& picture, int width, int height) {
    data::Image part(width, height, 3);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x)
            std::copy_n(picture.pixel(x, y), 3, part.pixel(x, y));
    }
    return part;
}

PictureDifference compare_pictures(const data::Image& picture, const data::Image& wanted, int tolerance) {
    if (picture.width != wanted.width || picture.height != wanted.height ||
        picture.channels != wanted.channels)
        return {1, 1, picture};
    data::Image marked(picture.width, picture.height, 3);
    const int columns = picture.width / tile_side + 1, rows = picture.height / tile_side + 1;
    std::vector<int> tiles(static_cast<std::size_t>(columns * rows));
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            const std::uint8_t* a = picture.pixel(x, y);
            const bool here = differs(a, wanted.pixel(x, y), picture.channels, tolerance);
            tiles[static_cast<std::size_t>(y / tile_side * columns + x / tile_side)] += here;
            const auto dim = static_cast<std::uint8_t>(a[0] / 3);
            const std::array<std::uint8_t, 3> colour =
                here ? std::array<std::uint8_t, 3>{255, 0, 0} : std::array{dim, dim, dim};
            std::ranges::copy(colour, marked.pixel(x, y));
        }
    }
    return {std::reduce(tiles.begin(), tiles.end()) / static_cast<double>(picture.pixel_count()),
            std::ranges::max(tiles) / static_cast<double>(tile_side * tile_side), std::move(marked)};
}

} // namespace scanline::view::test
