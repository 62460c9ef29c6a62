#include "scanline/data/image.h"

#include "image_formats.h"
#include "scanline/core/bits.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <stb_image_resize.h>

namespace scanline::data {

Image::Image(int image_width, int image_height, int image_channels, std::uint8_t value)
    : width(image_width), height(image_height), channels(image_channels) {
    if (width < 0 || height < 0 || channels < 1)
        throw usage_error(
            fmt::format("an image cannot have {} x {} pixels of {} channels; ask for a width and a height "
                        "of at least 0 and at least 1 channel",
                        width, height, channels));
    pixels.assign(pixel_count() * static_cast<std::size_t>(channels), value);
}

Image to_8_bits(const GreyImage& image) {
    Image result(image.width, image.height);
    const auto white = static_cast<std::uint32_t>(image.white);
    std::ranges::transform(image.values, result.pixels.begin(), [white](std::uint32_t value) {
        return static_cast<std::uint8_t>(rescaled(value, white, 255));
    });
    return result;
}

Image decimate(const Image& image, int factor) {
    if (factor < 1)
        throw usage_error(fmt::format("cannot decimate an image by {}; the factor is at least 1", factor));
    const auto step = static_cast<std::int64_t>(factor);
    Image result(static_cast<int>(divide_rounding_up<std::int64_t>(image.width, step)),
                 static_cast<int>(divide_rounding_up<std::int64_t>(image.height, step)), image.channels);
    for (int y = 0; y < result.height; ++y)
        for (int x = 0; x < result.width; ++x)
            std::copy_n(image.pixel(x * factor, y * factor), image.channels, result.pixel(x, y));
    return result;
}

Image resize(const Image& image, int width, int height) {
    Image result(width, height, image.channels);
    if (stbir_resize_uint8(image.pixels.data(), image.width, image.height, 0, result.pixels.data(), width,
                           height, 0, image.channels) == 0)
        throw Error(
            fmt::format("an image of {} x {} pixels cannot be resized to {} x {}: is there enough memory?",
                        image.width, image.height, width, height));
    return result;
}

std::size_t count_at_least(const Image& image, double threshold) {
    if (image.channels != 1)
        throw usage_error(fmt::format(
            "cannot count the pixels of an image of {} channels; reduce it to one channel", image.channels));
    return static_cast<std::size_t>(
        std::ranges::count_if(image.pixels, [threshold](std::uint8_t value) { return value >= threshold; }));
}

} // namespace scanline::data
