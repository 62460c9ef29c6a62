#include "scanline/data/image.h"
#include "image_formats.h"
#include "input_file.h"
#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/core/phases.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <span>
#include <stb_image_resize.h>
#include <string_view>

namespace scanline::data {

Image::Image(int image_width, int image_height, int image_channels, std::uint8_t value)
    : width(image_width), height(image_height), channels(image_channels) {
    if (width < 0 || height < 0 || channels < 1)
        throw usage_error(
            fmt::format("an image cannot have {} x {} pixels of {} channels; ask for a width and a height "
                        "of at least 0 and at least 1 channel",
                        width, height, channels));
    pixels.assign(pixel_count() * static_cast<std::size_t>(channels), value);
}

Image to_8_bits(const GreyImage& image) {
    Image result(image.width, image.height);
    const auto white = static_cast<std::uint32_t>(image.white);
    std::ranges::transform(image.values, result.pixels.begin(), [white](std::uint32_t value) {
        return static_cast<std::uint8_t>(rescaled(value, white, 255));
    });
    return result;
}

Image decimate(const Image& image, int factor) {
    if (factor < 1)
        throw usage_error(fmt::format("cannot decimate an image by {}; the factor is at least 1", factor));
    const auto step = static_cast<std::int64_t>(factor);
    Image result(static_cast<int>(divide_rounding_up<std::int64_t>(image.width, step)),
                 static_cast<int>(divide_rounding_up<std::int64_t>(image.height, step)), image.channels);
    for (int y = 0; y < result.height; ++y)
        for (int x = 0; x < result.width; ++x)
            std::copy_n(image.pixel(x * factor, y * factor), image.channels, result.pixel(x, y));
    return result;
}

Image resize(const Image& image, int width, int height) {
    Image result(width, height, image.channels);
    if (stbir_resize_uint8(image.pixels.data(), image.width, image.height, 0, result.pixels.data(), width,
                           height, 0, image.channels) == 0)
        throw Error(
            fmt::format("an image of {} x {} pixels cannot be resized to {} x {}: is there enough memory?",
                        image.width, image.height, width, height));
    return result;
}

std::size_t count_at_least(const Image& image, double threshold) {
    if (image.channels != 1)
        throw usage_error(fmt::format(
            "cannot count the pixels of an image of {} channels; reduce it to one channel", image.channels));
    return static_cast<std::size_t>(
        std::ranges::count_if(image.pixels, [threshold](std::uint8_t value) { return value >= threshold; }));
}

namespace {

using namespace std::string_view_literals;

constexpr std::string_view read_kinds = "PNG, JPG, BMP, TGA, binary PGM or PPM";

struct OtherKind {
    std::string_view magic;
    std::string_view name;
};

/// Recognized so that the error can name the format.
constexpr std::array other_kinds{
    OtherKind{"GIF8", "GIF"},
    OtherKind{"8BPS", "Photoshop"},
    OtherKind{"#?RADIANCE", "Radiance HDR"},
    OtherKind{"#?RGBE", "Radiance HDR"},
    OtherKind{"II*\0"sv, "TIFF"},
    OtherKind{"MM\0*"sv, "TIFF"},
    OtherKind{"RIFF", "WebP"},
    OtherKind{"\x53\x80\xf6\x34", "Softimage"},
};

std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// An upper bound on the file size of a picture: up to 9 bytes per pixel (PNG, four 16-bit channels, rows of
/// one pixel), plus metadata.
constexpr std::size_t max_file_bytes(std::size_t max_pixels) {
    constexpr std::size_t others = std::size_t{16} << 20, for_pixel = 16;
    return max_pixels > (std::numeric_limits<std::size_t>::max() - others) / for_pixel
               ? std::numeric_limits<std::size_t>::max()
               : others + for_pixel * max_pixels;
}

} // namespace

void check_image_size(const std::filesystem::path& path, std::uint64_t width, std::uint64_t height,
                      std::size_t max_pixels) {
    if (width == 0 || height == 0)
        throw read_error(path,
                         fmt::format("it is {} x {} pixels; a picture has at least 1 x 1", width, height));
    constexpr std::uint64_t largest = std::numeric_limits<int>::max();
    if (width > largest || height > largest || width > max_pixels / height)
        throw read_error(
            path, fmt::format("it is {} x {} pixels, more than the limit of {} pixels; make it smaller first",
                              width, height, max_pixels));
}

GreyImage blank_picture(const std::filesystem::path& path, std::uint64_t width, std::uint64_t height,
                        std::size_t max_pixels, int white) {
    check_image_size(path, width, height, max_pixels);
    GreyImage image{static_cast<int>(width), static_cast<int>(height), white, {}};
    with_memory_for(path, width * height * sizeof(std::uint16_t),
                    [&] { image.values.resize(static_cast<std::size_t>(width * height)); });
    return image;
}

void throw_truncated(const std::filesystem::path& path) {
    throw read_error(path, "the file ends before the picture does; copy or save it again");
}

void apply_alpha(GreyImage& image, std::span<const std::uint16_t> alpha) {
    const auto white = static_cast<std::uint32_t>(image.white);
    if (std::ranges::all_of(alpha, [white](std::uint16_t value) { return value == white; }))
        return;
    if (std::ranges::count(image.values, image.values.front()) == std::ssize(image.values)) {
        image.values.assign(alpha.begin(), alpha.end());
        image.note = "it has a single colour: its alpha is read as its values";
        return;
    }
    std::ranges::transform(image.values, alpha, image.values.begin(),
                           [white](std::uint32_t value, std::uint32_t opacity) {
                               return static_cast<std::uint16_t>(rescaled(opacity, white, value));
                           });
    image.note = "it is partly transparent: read as over black";
}

GreyImage read_grey(const std::filesystem::path& path, std::size_t max_pixels) {
    const auto bytes = read_file(path, max_file_bytes(max_pixels));
    if (bytes.empty())
        throw read_error(path, "the file is empty; copy or save it again");
    if (is_png(bytes))
        return read_png(path, bytes, max_pixels);
    if (is_pnm(bytes))
        return read_pnm(path, bytes, max_pixels);
    for (const OtherKind& kind : other_kinds)
        if (text_of(bytes).starts_with(kind.magic))
            throw read_error(path, fmt::format("it is a {} file, which is not read; convert it to {}",
                                               kind.name, read_kinds));
    if (is_bmp(bytes))
        return read_bmp(path, bytes, max_pixels);
    if (is_jpg(bytes))
        return read_jpg(path, bytes, max_pixels);
    if (is_tga(bytes))
        return read_tga(path, bytes, max_pixels);
    throw read_error(path,
                     fmt::format("it is not an image of a kind that is read; convert it to {}", read_kinds));
}

Image read_image(const std::filesystem::path& path, std::size_t max_pixels) {
    const PhaseSpan span(Phase::read);
    return to_8_bits(read_grey(path, max_pixels));
}

void write_png(const std::filesystem::path& path, const Image& image) {
    const auto refuse = [&path](std::string_view what) {
        return usage_error(fmt::format("cannot write {}: {}", printable_path(path), what));
    };
    if (image.width < 1 || image.height < 1)
        throw refuse(
            fmt::format("the image is {} x {} pixels; a PNG has at least 1 x 1", image.width, image.height));
    if (image.channels != 1 && image.channels != 3 && image.channels != 4)
        throw refuse(fmt::format("the image has {} channels; ask for 1, 3 or 4", image.channels));
    const std::size_t row_bytes =
        static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.channels);
    const std::size_t image_bytes = row_bytes * static_cast<std::size_t>(image.height);
    if (image.pixels.size() != image_bytes)
        throw refuse(fmt::format("the image holds {} bytes where its size says {}; give it as many",
                                 image.pixels.size(), image_bytes));
    write_file(path, format_png(path, image));
}

void write_png(const std::filesystem::path& path, const GreyImage& image) {
    write_file(path, format_png(path, image));
}

Rgb viridis(double position) {
    constexpr std::array<Rgb, 9> colors{{{68, 1, 84},
                                         {71, 44, 122},
                                         {59, 81, 139},
                                         {44, 113, 142},
                                         {33, 144, 141},
                                         {39, 173, 129},
                                         {92, 200, 99},
                                         {170, 220, 50},
                                         {253, 231, 37}}};
    const double scaled = std::clamp(position, 0.0, 1.0) * (colors.size() - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(scaled), colors.size() - 2);
    const double part = scaled - static_cast<double>(below);
    Rgb rgb{};
    for (std::size_t channel = 0; channel < rgb.size(); ++channel)
        rgb[channel] = static_cast<std::uint8_t>(
            std::lround((1.0 - part) * colors[below][channel] + part * colors[below + 1][channel]));
    return rgb;
}

} // namespace scanline::data
