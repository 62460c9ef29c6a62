#pragma once
#include "scanline/data/image.h"

#include <filesystem>
#include <span>

namespace scanline::data {

/// Whether bytes begin like a Netpbm file, P1 to P7.
bool is_pnm(std::span<const std::byte> bytes);

/// Reads a binary PGM or PPM as grey, see read_image. Not left to stb_image, which takes the two bytes of a
/// 16-bit sample in the wrong order, does not scale by the maximal value, and fills a file that ends early
/// with what was in memory.
Image read_pnm(const std::filesystem::path& path, std::span<const std::byte> bytes, std::size_t max_pixels);

} // namespace scanline::data
