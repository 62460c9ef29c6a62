#pragma once
#include "scanline/data/image.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace scanline::data {

/// The Error of a picture that has no pixels or more than max_pixels; width and height are at most 2^32.
void check_image_size(const std::filesystem::path& path, std::uint64_t width, std::uint64_t height,
                      std::size_t max_pixels);

/// The Error of a picture whose file ends early.
[[noreturn]] void throw_truncated(const std::filesystem::path& path);

/// The luma of ITU-R BT.601, rounded; a grey stays what it is.
constexpr std::uint8_t grey_of(int red, int green, int blue) {
    return static_cast<std::uint8_t>((299 * red + 587 * green + 114 * blue + 500) / 1000);
}

/// True if bytes begin like a PNG file.
bool is_png(std::span<const std::byte> bytes);

/// Reads a PNG file as grey, see read_image. Every checksum is looked at; chunks that say nothing of the
/// pixels are passed over without a copy of them, so that the memory is bounded by the size of the picture.
Image read_png(const std::filesystem::path& path, std::span<const std::byte> bytes, std::size_t max_pixels);

/// The bytes of a PNG file. The image has 1, 3 or 4 channels, and pixels. The Error of what cannot be written
/// names the path.
std::vector<std::byte> format_png(const std::filesystem::path& path, const Image& image);

/// True if bytes begin like a Netpbm file, P1 to P7.
bool is_pnm(std::span<const std::byte> bytes);

/// Reads a binary PGM or PPM as grey, see read_image. Not left to stb_image, which takes the two bytes of a
/// 16-bit sample in the wrong order, does not scale by the maximal value, and fills a file that ends early
/// with what was in memory.
Image read_pnm(const std::filesystem::path& path, std::span<const std::byte> bytes, std::size_t max_pixels);

} // namespace scanline::data
