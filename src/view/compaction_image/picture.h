#pragma once
#include "trace/run_trace.h"

#include <cstdint>
#include <glm/vec2.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace scanline::view {

/// A pixel: red in the lowest byte, then green, blue and alpha, not multiplied with it; as ImGui's colours.
using Rgba = std::uint32_t;

constexpr Rgba rgba(unsigned red, unsigned green, unsigned blue, unsigned alpha = 255) {
    return red | green << 8 | blue << 16 | alpha << 24;
}

constexpr unsigned channel(Rgba pixel, int shift) {
    return pixel >> shift & 255u;
}

struct PixelLevel {
    int width = 0, height = 0;
    std::vector<Rgba> pixels; ///< row by row from the top
};

/// A picture in all sizes, each half as wide and high as the one before, down to one pixel: what is drawn
/// small is then a mean of all of it, not every so-many-th pixel.
using PixelPyramid = std::vector<PixelLevel>;

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

/// Enlarges every pixel to a rectangle of so many columns and rows.
PixelLevel replicate(const PixelLevel& level, int columns, int rows);

/// How numbers become colours.
enum class ColourScale {
    flags,   ///< 0 black, anything else white
    grey,    ///< from black to white
    viridis, ///< data::viridis
};

/// Which number a texel of four is shown by.
enum class TexelNumber {
    first,
    sum,       ///< of all four: the counts of a pyramid
    survivors, ///< of the four groups of a leaf of packed, which holds 256 for each and its bits behind
    offset,    ///< the third: of a block's descriptor
};

/// How what a pass wrote is shown.
struct PassPicture {
    ColourScale scale = ColourScale::viridis;
    TexelNumber number = TexelNumber::first;
    /// Texels of empty_element are left empty.
    bool has_empty = false;
    /// Its texels are places of the output, not elements of the stream.
    bool compacted = false;
    /// A texel says something of the elements that it covers when it is spread over the stream's texture.
    bool spatial = true;
    /// None: of what is there.
    std::optional<ValueRange> range{};
};

/// How to show a pass, by the name of what it wrote.
PassPicture picture_of(const TraceStep& step, const RunRecord& record);

float number_of(const float* texel, int channels, TexelNumber number);

/// The colour of a number. What is no number is magenta, whatever the scale.
Rgba colour_of(float value, ColourScale scale, const ValueRange& range);

/// A picture with its scale.
struct Painted {
    TiledPicture pixels;
    ColourScale scale = ColourScale::viridis;
    ValueRange range;
};

/// Paints what a pass wrote, for a pane in which its texels are spread over `elements` columns and rows.
/// Texels that are not square become several pixels, so that pixels are.
Painted paint_pass(std::span<const float> texels, const StepResource& shape, const PassPicture& picture,
                   glm::ivec2 elements);

/// The colour of an element of the source by its grey, 0 to 255: the light still tells the values apart, the
/// hue tells which are valid.
Rgba source_colour(unsigned light, bool valid);

/// Paints the source in these colours.
Painted paint_source(const ValueImage& image, const raster::Discriminator& discriminator);

/// How two elements differ.
enum class Difference { same, only_a, only_b, other };
Difference difference_of(float a, float b);
Rgba colour_of(Difference difference);

/// Paints where two streams differ, element by element, or the distances of other numbers.
Painted paint_difference(std::span<const float> a, std::span<const float> b, const StepResource& shape,
                         const PassPicture& picture, glm::ivec2 elements);

} // namespace scanline::view
