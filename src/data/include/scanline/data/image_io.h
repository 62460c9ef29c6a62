#pragma once
#include "scanline/data/image.h"

#include <filesystem>

namespace scanline::data {

/// Reads a picture file (PNG, JPG, BMP, TGA, binary PGM and PPM; told by content, not by name) as one channel
/// of grey: colours by the weights of ITU-R BT.601, an alpha channel is ignored, 16 bits are reduced to 8.
///
/// Errors (ErrorKind::failure, one line with the path): missing, a folder, not readable, empty, not an image
/// or of a kind that is not read, truncated (a file that ends early never gives a half picture), 0 x 0,
/// damaged, larger than max_pixels with the size found and the limit, told before the picture is decoded.
Image read_image(const std::filesystem::path& path, std::size_t max_pixels = std::size_t{1} << 28);

/// The most bytes of pixels, and one for each row, that a PNG is written of.
inline constexpr std::size_t max_png_bytes = std::size_t{1} << 29;

/// Writes a PNG of 1, 3 or 4 channels and at most max_png_bytes, whole or not at all (see atomic_file.h).
void write_png(const std::filesystem::path& path, const Image& image);

} // namespace scanline::data
