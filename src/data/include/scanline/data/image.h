#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scanline::data {

/// A picture with 8 bits per channel, row by row from the top left, channels interleaved: pixel (x, y) begins
/// at (y * width + x) * channels. Masks have one channel, pictures for people three or four.
struct Image {
    int width = 0;
    int height = 0;
    int channels = 1;
    std::vector<std::uint8_t> pixels;

    Image() = default;
    Image(int image_width, int image_height, int image_channels = 1, std::uint8_t value = 0);

    std::size_t pixel_count() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    }
    std::uint8_t* pixel(int x, int y) { return pixels.data() + offset(x, y); }
    const std::uint8_t* pixel(int x, int y) const { return pixels.data() + offset(x, y); }

private:
    std::size_t offset(int x, int y) const {
        return (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) *
               static_cast<std::size_t>(channels);
    }
};

/// One channel of grey in the units of its file, row by row from the top left.
struct GreyImage {
    int width = 0;
    int height = 0;
    int white = 255; ///< the largest value: 255 for 8 bits, 65535 for 16, or the maximal value of a PGM
    std::vector<std::uint16_t> values;
    std::string note{}; ///< what was read otherwise than it looks: "it is partly transparent: ..."
};

/// Rescales 0 .. white to 0 .. 255, rounded: at least half of white becomes at least 128.
Image to_8_bits(const GreyImage& image);

/// Keeps every factor-th pixel of every factor-th row, from the top left: the smaller sizes of a mask. factor
/// >= 1; the result is ceil(width / factor) x ceil(height / factor).
///
///     decimate of 1 2 3 4 5 by 2 is 1 3 5
Image decimate(const Image& image, int factor);

/// Resamples the image (Mitchell down, Catmull-Rom up), for pictures shown to people. Sizes are at least 1.
Image resize(const Image& image, int width, int height);

/// The number of pixels of a one-channel image whose value is at least the threshold.
std::size_t count_at_least(const Image& image, double threshold);

} // namespace scanline::data
