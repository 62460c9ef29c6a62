#pragma once
#include "scanline/data/image.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace scanline::data {

/// Throws an Error if a picture has no pixels or more than max_pixels; width and height are at most 2^32.
void check_image_size(const std::filesystem::path& path, std::uint64_t width, std::uint64_t height,
                      std::size_t max_pixels);

/// A black picture of this size, which is checked.
GreyImage blank_picture(const std::filesystem::path& path, std::uint64_t width, std::uint64_t height,
                        std::size_t max_pixels, int white = 255);

/// Throws the Error for a truncated picture file.
[[noreturn]] void throw_truncated(const std::filesystem::path& path);

/// The luma of ITU-R BT.601, rounded; grey is unchanged.
constexpr std::uint16_t grey_of(int red, int green, int blue) {
    return static_cast<std::uint16_t>((299 * red + 587 * green + 114 * blue + 500) / 1000);
}

/// A value of 0 .. most in 0 .. new_most, rounded. Both are at most 65535.
constexpr std::uint32_t rescaled(std::uint32_t value, std::uint32_t most, std::uint32_t new_most) {
    return static_cast<std::uint32_t>((std::uint64_t{2} * new_most * value + most) / (2 * most));
}

/// Lets the transparent parts of a picture, whose alpha ends at white, be black. If the whole picture has one
/// grey, its alpha is the picture. Notes which.
void apply_alpha(GreyImage& image, std::span<const std::uint16_t> alpha);

/// Reads a picture file from front to back. Errors: a truncated file.
class PictureBytes {
public:
    PictureBytes(const std::filesystem::path& path, std::span<const std::byte> bytes)
        : path_(path), rest_(bytes) {}

    std::span<const std::byte> left() const { return rest_; }
    void require(std::uint64_t size) const {
        if (rest_.size() < size)
            throw_truncated(path_);
    }
    PictureBytes take(std::size_t size) {
        require(size);
        const PictureBytes taken(path_, rest_.first(size));
        rest_ = rest_.subspan(size);
        return taken;
    }
    /// Whole numbers of 1 to 4 bytes, the lowest or the highest first.
    std::uint32_t little(std::size_t size) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value |= byte() << 8 * i;
        return value;
    }
    std::uint32_t big(std::size_t size) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value = value << 8 | byte();
        return value;
    }
    std::uint32_t byte() {
        require(1);
        const auto value = std::to_integer<std::uint32_t>(rest_.front());
        rest_ = rest_.subspan(1);
        return value;
    }

private:
    const std::filesystem::path& path_;
    std::span<const std::byte> rest_;
};

/// What the file formats are told apart by, and their readers, which read grey as read_grey does.
bool is_png(std::span<const std::byte> bytes);
/// Verifies every checksum; skips chunks irrelevant to the pixels without copying them, so the size of the
/// picture bounds the memory.
GreyImage read_png(const std::filesystem::path& path, std::span<const std::byte> bytes,
                   std::size_t max_pixels);

/// Netpbm, P1 to P7.
bool is_pnm(std::span<const std::byte> bytes);
/// Binary PGM or PPM.
GreyImage read_pnm(const std::filesystem::path& path, std::span<const std::byte> bytes,
                   std::size_t max_pixels);

bool is_bmp(std::span<const std::byte> bytes);
/// Any BMP but compressed ones.
GreyImage read_bmp(const std::filesystem::path& path, std::span<const std::byte> bytes,
                   std::size_t max_pixels);

/// TGA has no signature: true if the header has a meaning.
bool is_tga(std::span<const std::byte> bytes);
GreyImage read_tga(const std::filesystem::path& path, std::span<const std::byte> bytes,
                   std::size_t max_pixels);

bool is_jpg(std::span<const std::byte> bytes);
/// Turned as its EXIF orientation says.
GreyImage read_jpg(const std::filesystem::path& path, std::span<const std::byte> bytes,
                   std::size_t max_pixels);

} // namespace scanline::data
