#pragma once
#include "scanline/data/image.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

namespace scanline::data {

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

} // namespace scanline::data
