#pragma once
#include "scanline/data/image.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace scanline::data {

/// Throws an Error if a picture has no pixels or more than max_pixels; width and height are at most 2^32.
void check_image_size(const std::filesystem::path& path, std::uint64_t width, std::uint64_t height,
                      std::size_t max_pixels);

/// Throws the Error for a truncated picture file.
[[noreturn]] void throw_truncated(const std::filesystem::path& path);

/// The luma of ITU-R BT.601, rounded; grey is unchanged.
constexpr std::uint8_t grey_of(int red, int green, int blue) {
    return static_cast<std::uint8_t>((299 * red + 587 * green + 114 * blue + 500) / 1000);
}

/// True if the bytes start like a PNG file.
bool is_png(std::span<const std::byte> bytes);

/// Reads a PNG file as grey, see read_image. Verifies every checksum; skips chunks irrelevant to the pixels
/// without copying them, so the size of the picture bounds the memory.
Image read_png(const std::filesystem::path& path, std::span<const std::byte> bytes, std::size_t max_pixels);

/// True if the bytes start like a Netpbm file, P1 to P7.
bool is_pnm(std::span<const std::byte> bytes);

/// Reads a binary PGM or PPM as grey, see read_image. stb_image would swap the bytes of 16-bit samples, not
/// scale by the maximum value, and pad a truncated file with uninitialized memory.
Image read_pnm(const std::filesystem::path& path, std::span<const std::byte> bytes, std::size_t max_pixels);

} // namespace scanline::data
