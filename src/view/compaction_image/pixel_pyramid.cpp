#include "compaction_image/pixel_pyramid.h"

#include <algorithm>

namespace scanline::view {

namespace {

constexpr unsigned channel(Rgba pixel, int shift) {
    return pixel >> shift & 255u;
}

Rgba mean(Rgba a, Rgba b, Rgba c, Rgba d) {
    if (a == b && c == d && a == c)
        return a;
    const unsigned alphas[] = {channel(a, 24), channel(b, 24), channel(c, 24), channel(d, 24)};
    const unsigned alpha = alphas[0] + alphas[1] + alphas[2] + alphas[3];
    if (alpha == 0)
        return 0;
    const auto weighted = [&](int shift) {
        return (channel(a, shift) * alphas[0] + channel(b, shift) * alphas[1] +
                channel(c, shift) * alphas[2] + channel(d, shift) * alphas[3] + alpha / 2) /
               alpha;
    };
    return rgba(weighted(0), weighted(8), weighted(16), (alpha + 2) / 4);
}

// A side of an odd length loses its last pixels, one of a single pixel keeps it.
PixelLevel halved(const PixelLevel& level) {
    PixelLevel half{std::max(1, level.width / 2), std::max(1, level.height / 2), {}};
    half.pixels.resize(static_cast<std::size_t>(half.width) * static_cast<std::size_t>(half.height));
    Rgba* out = half.pixels.data();
    for (int y = 0; y < half.height; ++y) {
        const auto row = [&](int below) {
            const int at = std::min(2 * y + below, level.height - 1);
            return level.pixels.data() + static_cast<std::size_t>(at) * static_cast<std::size_t>(level.width);
        };
        const Rgba *upper = row(0), *lower = row(1);
        for (int x = 0; x < half.width; ++x) {
            const int left = std::min(2 * x, level.width - 1), right = std::min(2 * x + 1, level.width - 1);
            *out++ = mean(upper[left], upper[right], lower[left], lower[right]);
        }
    }
    return half;
}

} // namespace

PixelPyramid make_pixel_pyramid(PixelLevel base) {
    PixelPyramid pyramid;
    pyramid.levels.push_back(std::move(base));
    while (pyramid.levels.back().width > 1 || pyramid.levels.back().height > 1)
        pyramid.levels.push_back(halved(pyramid.levels.back()));
    return pyramid;
}

TiledPicture::TiledPicture(const PixelLevel& picture) : width_(picture.width), height_(picture.height) {
    for (int y = 0; y < height_; y += side) {
        for (int x = 0; x < width_; x += side) {
            PixelLevel base{std::min(side, width_ - x), std::min(side, height_ - y), {}};
            base.pixels.reserve(static_cast<std::size_t>(base.width) * static_cast<std::size_t>(base.height));
            for (int row = y; row < y + base.height; ++row) {
                const auto begin = picture.pixels.begin() + std::ptrdiff_t{row} * width_ + x;
                base.pixels.insert(base.pixels.end(), begin, begin + base.width);
            }
            tiles_.push_back({x, y, make_pixel_pyramid(std::move(base))});
        }
    }
}

Rgba TiledPicture::at(int x, int y) const {
    const int columns = (width_ + side - 1) / side;
    const PixelLevel& base =
        tiles_[static_cast<std::size_t>(y / side * columns + x / side)].pixels.levels.front();
    return base.pixels[static_cast<std::size_t>(y % side) * static_cast<std::size_t>(base.width) +
                       static_cast<std::size_t>(x % side)];
}

PixelLevel replicate(const PixelLevel& level, int columns, int rows) {
    PixelLevel larger{level.width * columns, level.height * rows, {}};
    larger.pixels.reserve(static_cast<std::size_t>(larger.width) * static_cast<std::size_t>(larger.height));
    const auto width = static_cast<std::size_t>(level.width);
    for (std::size_t y = 0; y < static_cast<std::size_t>(level.height); ++y) {
        const std::size_t begin = larger.pixels.size();
        for (std::size_t x = 0; x < width; ++x)
            larger.pixels.insert(larger.pixels.end(), static_cast<std::size_t>(columns),
                                 level.pixels[y * width + x]);
        const std::size_t end = larger.pixels.size();
        for (int copy = 1; copy < rows; ++copy)
            for (std::size_t i = begin; i < end; ++i)
                larger.pixels.push_back(larger.pixels[i]);
    }
    return larger;
}

} // namespace scanline::view
