#pragma once
#include "scanline/data/image.h"

#include <cstddef>
#include <filesystem>
#include <vector>

namespace scanline::data {

/// Reads a picture file (PNG, JPG, BMP, TGA, binary PGM and PPM; detected by content, not by name) as one
/// channel of grey: weights colours by ITU-R BT.601, ignores alpha, reduces 16 bits to 8.
///
/// Errors (ErrorKind::failure, one line with the path): missing, a folder, not readable, empty, not an image
/// or an unsupported format, truncated (never returns half a picture), 0 x 0, damaged (verifies every PNG
/// checksum), larger than max_pixels (names size and limit, before decoding), or a file larger than 16 MiB
/// plus 16 bytes for each of max_pixels.
Image read_image(const std::filesystem::path& path, std::size_t max_pixels = std::size_t{1} << 28);

/// Writes a PNG of 1, 3 or 4 channels atomically (see file.h).
void write_png(const std::filesystem::path& path, const Image& image);
/// The bytes of such a file. The image must have pixels. Errors name the path.
std::vector<std::byte> format_png(const std::filesystem::path& path, const Image& image);

} // namespace scanline::data
