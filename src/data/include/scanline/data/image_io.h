#pragma once
#include "scanline/data/image.h"

#include <filesystem>

namespace scanline::data {

/// Reads a picture file (PNG, JPG, BMP, TGA, binary PGM and PPM; told by content, not by name) as one channel
/// of grey: colours by the weights of ITU-R BT.601, an alpha channel is ignored, 16 bits are reduced to 8.
///
/// Errors (ErrorKind::failure, one line with the path): missing, a folder, not readable, empty, not an image
/// or of a kind that is not read, truncated (a file that ends early never gives a half picture), 0 x 0,
/// damaged (of a PNG every checksum is verified), larger than max_pixels with the size found and the limit,
/// before the picture is decoded, or a file of more than 16 MiB and 16 bytes for each of max_pixels.
Image read_image(const std::filesystem::path& path, std::size_t max_pixels = std::size_t{1} << 28);

/// Writes a PNG of 1, 3 or 4 channels, whole or not at all (see file.h).
void write_png(const std::filesystem::path& path, const Image& image);

} // namespace scanline::data
