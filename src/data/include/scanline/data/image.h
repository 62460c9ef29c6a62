#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
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

/// The usual names of picture files.
inline constexpr std::array<std::string_view, 9> picture_endings{".png", ".jpg", ".jpeg", ".bmp", ".tga",
                                                                 ".pgm", ".ppm", ".pbm",  ".pnm"};

/// Reads a picture file (PNG, JPG, BMP, TGA, binary PGM and PPM; detected by content, not by name) as one
/// channel of grey in the units of the file: 0 to 255, 0 to 65535 for 16 bits, 0 to the maximal value of a
/// PGM or PPM. Fewer than 8 bits of PNG, BMP and TGA are rescaled to 0 to 255.
///
/// Colours are weighted by ITU-R BT.601. Transparent parts are read as over black; if the whole picture has
/// one grey, its alpha is read instead. The note tells either. JPG is turned as its EXIF orientation says.
///
///     read_grey("a.pgm")   // P5 3 1 1000: 0 7 1000 is {3, 1, 1000, {0, 7, 1000}}
///
/// Errors (ErrorKind::failure, one line with the path): missing, a folder, not readable, empty, not an image
/// or an unsupported format, truncated (never returns half a picture), 0 x 0, damaged (verifies every PNG
/// checksum; an index beyond a palette), CMYK of unknown sense, larger than max_pixels (names size and limit,
/// before decoding), or a file larger than 16 MiB plus 16 bytes for each of max_pixels.
GreyImage read_grey(const std::filesystem::path& path, std::size_t max_pixels = std::size_t{1} << 28);
/// The same with 8 bits.
Image read_image(const std::filesystem::path& path, std::size_t max_pixels = std::size_t{1} << 28);

/// Writes a PNG of 1, 3 or 4 channels atomically (see file.h).
void write_png(const std::filesystem::path& path, const Image& image);
/// The same for grey values as they are: of 8 bits, or 16 if white is above 255.
void write_png(const std::filesystem::path& path, const GreyImage& image);
/// The bytes of such files. The image must have pixels. Errors name the path.
std::vector<std::byte> format_png(const std::filesystem::path& path, const Image& image);
std::vector<std::byte> format_png(const std::filesystem::path& path, const GreyImage& image);

using Rgb = std::array<std::uint8_t, 3>;

/// The viridis colour map of van der Walt and Smith (CC0): perceptually uniform, legible without colour
/// vision. position in [0, 1], clamped; interpolates linearly between nine of its colours, within three steps
/// of the 256 originals.
///
///     viridis(0) == {68, 1, 84}, viridis(1) == {253, 231, 37}
Rgb viridis(double position);

} // namespace scanline::data
