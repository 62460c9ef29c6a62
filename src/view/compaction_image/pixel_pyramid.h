#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace scanline::view {

/// A pixel: red in the lowest byte, then green, blue and alpha, not multiplied with it; as ImGui's colours.
using Rgba = std::uint32_t;

constexpr Rgba rgba(unsigned red, unsigned green, unsigned blue, unsigned alpha = 255) {
    return red | green << 8 | blue << 16 | alpha << 24;
}

struct PixelLevel {
    int width = 0, height = 0;
    std::vector<Rgba> pixels; ///< row by row from the top
};

/// A picture in all sizes, each half as wide and high as the one before, down to one pixel: what is drawn
/// small is then a mean of all of it, not every so-many-th pixel.
struct PixelPyramid {
    std::vector<PixelLevel> levels;
};

/// Means of two by two pixels; the odd last column or row of a side longer than one is left out. Transparent
/// pixels have no colour, only their share of the alpha.
PixelPyramid make_pixel_pyramid(PixelLevel base);

/// A picture in tiles, each with a pyramid of its own: a texture as large as the picture would take longer to
/// make than a frame may.
class TiledPicture {
public:
    static constexpr int side = 512;

    struct Tile {
        int x = 0, y = 0; ///< of its first pixel
        PixelPyramid pixels;
    };

    TiledPicture() = default;
    explicit TiledPicture(const PixelLevel& picture);

    int width() const { return width_; }
    int height() const { return height_; }
    const std::vector<Tile>& tiles() const { return tiles_; } ///< row by row
    Rgba at(int x, int y) const;

private:
    int width_ = 0, height_ = 0;
    std::vector<Tile> tiles_;
};

/// Every pixel as a rectangle of so many columns and rows.
PixelLevel replicate(const PixelLevel& level, int columns, int rows);

} // namespace scanline::view
