#pragma once
#include "files.h"
#include "scanline/core/random.h"
#include "scanline/data/image.h"
#include "support/temporary_folder.h"

#include <cstdint>
#include <stb_image_write.h>
#include <string>
#include <string_view>
#include <vector>

// Pictures as the bytes of files, and what is read from such bytes.

namespace scanline::data::test {

using scanline::test::TemporaryFolder;
using Pixels = std::vector<std::uint8_t>;
using Values = std::vector<std::uint16_t>;

inline void append(void* text, void* data, int size) {
    static_cast<std::string*>(text)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

inline std::string bmp_of(const Image& image) {
    std::string bytes;
    REQUIRE(stbi_write_bmp_to_func(append, &bytes, image.width, image.height, image.channels,
                                   image.pixels.data()));
    return bytes;
}

/// Run-length encoded, like stb_image_write.
inline std::string tga_of(const Image& image) {
    std::string bytes;
    REQUIRE(stbi_write_tga_to_func(append, &bytes, image.width, image.height, image.channels,
                                   image.pixels.data()));
    return bytes;
}

inline std::string jpg_of(const Image& image) {
    std::string bytes;
    REQUIRE(stbi_write_jpg_to_func(append, &bytes, image.width, image.height, image.channels,
                                   image.pixels.data(), 95));
    return bytes;
}

inline std::string png_of(const Image& image) {
    const TemporaryFolder folder;
    write_png(folder / "a.png", image);
    return get(folder / "a.png");
}

inline std::string big_endian(std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(value >> shift & 0xff);
    return bytes;
}

inline std::string pgm_of(const Image& image) {
    return "P5\n" + std::to_string(image.width) + " " + std::to_string(image.height) + "\n255\n" +
           std::string(image.pixels.begin(), image.pixels.end());
}

inline Image noise(int width, int height, int channels, std::uint64_t seed) {
    Random random(seed);
    Image image(width, height, channels);
    for (std::uint8_t& value : image.pixels)
        value = static_cast<std::uint8_t>(random.below(256));
    return image;
}

/// Few changes, so run-length encoding uses both kinds of packets.
inline Image blocks(int width, int height) {
    Image image(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            *image.pixel(x, y) = static_cast<std::uint8_t>(x < width / 2 ? 40 : 3 * x + y);
    return image;
}

inline Image read(std::string_view bytes, std::size_t max_pixels = 1 << 20) {
    const TemporaryFolder folder;
    return read_image(put(folder / "picture", bytes), max_pixels);
}

inline GreyImage grey_of(std::string_view bytes) {
    const TemporaryFolder folder;
    return read_grey(put(folder / "picture", bytes));
}

/// The error from reading a file, without "cannot read PATH: ".
inline std::string error_in(std::string_view bytes, std::size_t max_pixels = 1 << 20) {
    const TemporaryFolder folder;
    const std::filesystem::path path = put(folder / "picture", bytes);
    const std::string message = error_of([&] { read_image(path, max_pixels); });
    REQUIRE(message.find('\n') == std::string::npos);
    const std::string prefix = "cannot read " + path.string() + ": ";
    return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
}

inline const std::string truncated = "the file ends before the picture does; copy or save it again";
inline const std::string unknown =
    "it is not an image of a kind that is read; convert it to PNG, JPG, BMP, TGA, binary PGM or PPM";

} // namespace scanline::data::test
