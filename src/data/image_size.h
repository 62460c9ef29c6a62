#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace scanline::data {

/// The Error of a picture that has no pixels or more than max_pixels; width and height are at most 2^32.
void check_image_size(const std::filesystem::path& path, std::uint64_t width, std::uint64_t height,
                      std::size_t max_pixels);

/// The Error of a picture whose file ends early.
[[noreturn]] void throw_truncated(const std::filesystem::path& path);

} // namespace scanline::data
