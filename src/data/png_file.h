#pragma once
#include "scanline/data/image.h"

#include <filesystem>
#include <span>
#include <vector>

namespace scanline::data {

/// Whether bytes begin like a PNG file.
bool is_png(std::span<const std::byte> bytes);

/// Reads a PNG file as grey, see read_image. Every checksum is looked at; chunks that say nothing of the
/// pixels are passed over without a copy of them, so that the memory is bounded by the size of the picture.
Image read_png(const std::filesystem::path& path, std::span<const std::byte> bytes, std::size_t max_pixels);

/// The bytes of a PNG file. The image has 1, 3 or 4 channels, and pixels. The Error of what cannot be written
/// names the path.
std::vector<std::byte> format_png(const std::filesystem::path& path, const Image& image);

} // namespace scanline::data
