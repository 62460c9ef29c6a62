#include "compaction_picture.h"

#include "scanline/data/colormap.h"

#include <algorithm>

namespace scanline::cli {

namespace {

constexpr int gap = 16;
constexpr std::uint8_t gap_grey = 255;

// Colours at `place` in the picture what came from `index` in the image.
void colour(data::Image& picture, std::size_t place, float index, std::size_t total) {
    // The darkest colours would drown in the black around them.
    const data::Rgb rgb = data::viridis(0.2 + 0.8 * static_cast<double>(index) / static_cast<double>(total));
    std::ranges::copy(rgb, picture.pixels.begin() + static_cast<std::ptrdiff_t>(3 * place));
}

void paste(data::Image& target, const data::Image& source, int x) {
    for (int y = 0; y < std::min(source.height, target.height); ++y)
        std::copy_n(source.pixel(0, y), 3 * static_cast<std::size_t>(source.width), target.pixel(x, y));
}

} // namespace

data::Image stream_picture(std::span<const float> indices, int image_width, int image_height) {
    const auto width = static_cast<std::size_t>(image_width);
    const std::size_t total = width * static_cast<std::size_t>(image_height);
    data::Image picture(image_width, std::max(1, static_cast<int>((indices.size() + width - 1) / width)), 3);
    for (std::size_t i = 0; i < indices.size(); ++i)
        colour(picture, i, indices[i], total);
    return picture;
}

data::Image comparison_picture(std::span<const float> indices, int image_width, int image_height, int size) {
    const auto total = static_cast<std::size_t>(image_width) * static_cast<std::size_t>(image_height);
    data::Image before(image_width, image_height, 3), after(image_width, image_height, 3);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        colour(before, static_cast<std::size_t>(indices[i]), indices[i], total);
        colour(after, i, indices[i], total);
    }
    data::Image picture(2 * size + gap, size, 3, gap_grey);
    paste(picture, data::resize(before, size, size), 0);
    paste(picture, data::resize(after, size, size), size + gap);
    return picture;
}

} // namespace scanline::cli
