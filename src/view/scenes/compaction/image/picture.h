#pragma once
#include "scenes/compaction/run_trace.h"

#include <cstdint>
#include <glm/vec2.hpp>
#include <span>
#include <string>
#include <vector>

namespace scanline::view::compaction::image {

/// A pixel: red in the lowest byte, then green, blue and alpha, not premultiplied, like ImGui's colours.
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

/// A picture in all sizes, each half as wide and high as the one before, down to one pixel, so that a small
/// picture shows a mean of everything, not every n-th pixel.
using PixelPyramid = std::vector<PixelLevel>;

/// Means of two by two pixels; an odd last column or row is dropped unless it is the only one. Transparent
/// pixels contribute no colour, only alpha.
PixelPyramid make_pixel_pyramid(PixelLevel base);

/// A picture in tiles, each with its own pyramid: creating a texture for the whole picture would take longer
/// than a frame.
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

/// Enlarges every pixel to a rectangle of this many columns and rows.
PixelLevel replicate(const PixelLevel& level, int columns, int rows);

/// Maps numbers to colours.
enum class ColourScale {
    flags,   ///< 0 black, anything else white
    grey,    ///< from black to white
    viridis, ///< data::viridis
};

/// Selects the number that represents a texel of four.
enum class TexelNumber {
    first,
    sum,       ///< of all four: the counts of a pyramid
    survivors, ///< of a packed leaf's four groups, which hold 256 for each survivor plus bits
    offset,    ///< the third: from a block's descriptor
};

/// How to show a pass's output.
struct PassPicture {
    ColourScale scale = ColourScale::viridis;
    TexelNumber number = TexelNumber::first;
    /// Leave texels equal to empty_element empty.
    bool has_empty = false;
    /// Texels are positions in the output, not elements of the stream.
    bool compacted = false;
    /// Spread over the stream's texture, a texel describes the elements it covers.
    bool spatial = true;
    /// Flags are 1 where an element is invalid; shown as if they were 1 where it is valid.
    bool inverted = false;
    /// None: the range of the texels.
    std::optional<ValueRange> range{};
};

/// How to show a pass, chosen by the name of its output.
PassPicture picture_of(const TraceStep& step, const RunRecord& record);

float number_of(const float* texel, int channels, TexelNumber number);

/// The colour of a number. NaN is magenta in every scale.
Rgba colour_of(float value, ColourScale scale, const ValueRange& range);

/// A picture with its scale.
struct Painted {
    TiledPicture pixels;
    ColourScale scale = ColourScale::viridis;
    ValueRange range;
    std::string note{}; ///< of a difference: "the same set in another order"
};

/// Paints a pass's output, for a pane that spreads its texels over `elements` columns and rows. Texels that
/// are not square become several pixels, so that pixels are square.
Painted paint_pass(std::span<const float> texels, const StepResource& shape, const PassPicture& picture,
                   glm::ivec2 elements);

/// The colour of a source element with grey value 0 to 255: lightness shows the value, hue whether it is
/// valid.
Rgba source_colour(unsigned light, bool valid);

/// Paints the source in these colours.
Painted paint_source(const ValueImage& image, const raster::Discriminator& discriminator);

Rgba colour_of(Difference difference);

/// Paints where two streams differ, element by element, or the absolute differences of other numbers.
Painted paint_difference(std::span<const float> a, std::span<const float> b, const StepResource& shape,
                         const PassPicture& picture, glm::ivec2 elements);

} // namespace scanline::view::compaction::image
