#include "image_formats.h"

#include "scanline/data/file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::data {
namespace {

constexpr std::size_t header_bytes = 18;

struct Header {
    explicit Header(PictureBytes& file)
        : id_size(file.byte()), has_map(file.byte()), kind(file.byte()), first_colour(file.little(2)),
          colours(file.little(2)), colour_bits(file.byte()), origin(file.little(4)), width(file.little(2)),
          height(file.little(2)), bits(file.byte()), flags(file.byte()) {}

    bool is_compressed() const { return (kind & 8) != 0; }
    bool is_indexed() const { return (kind & 7) == 1; }
    bool is_grey() const { return (kind & 7) == 3; }
    std::uint32_t alpha_bits() const { return flags & 0xf; }
    bool right_to_left() const { return (flags & 0x10) != 0; }
    bool top_to_bottom() const { return (flags & 0x20) != 0; }

    bool has_meaning() const {
        constexpr std::array colour_sizes{15u, 16u, 24u, 32u};
        const auto is_colour = [&](std::uint32_t size) { return std::ranges::count(colour_sizes, size) > 0; };
        const bool is_known = is_indexed()      ? has_map == 1 && is_colour(colour_bits) && bits <= 16
                              : is_grey()       ? true
                              : (kind & 7) == 2 ? is_colour(bits)
                                                : false;
        const bool has_whole_bytes = bits == 8 || bits == 16;
        return is_known && (kind & ~0xfu) == 0 && has_map <= 1 && (flags & 0xc0) == 0 &&
               (has_whole_bytes || !(is_indexed() || is_grey())) && width > 0 && height > 0;
    }

    std::uint32_t id_size, has_map, kind, first_colour, colours, colour_bits, origin, width, height, bits,
        flags;
};

constexpr std::size_t bytes_of(std::uint32_t bits) {
    return (bits + 7) / 8;
}

struct Pixel {
    std::uint16_t grey = 0, alpha = 255;
};

Pixel read_pixel(PictureBytes& file, std::uint32_t bits, const Header& header) {
    const auto number = [&file](std::size_t size) { return static_cast<int>(file.little(size)); };
    Pixel pixel;
    if (header.is_grey()) {
        pixel.grey = static_cast<std::uint16_t>(number(1));
        if (bits == 16)
            pixel.alpha = static_cast<std::uint16_t>(number(1));
    } else if (bits <= 16) {
        const std::uint32_t all = file.little(2);
        const auto five_bits = [all](int shift) {
            return static_cast<int>(rescaled(all >> shift & 31, 31, 255));
        };
        pixel.grey = grey_of(five_bits(10), five_bits(5), five_bits(0));
        pixel.alpha = (all & 0x8000) != 0 ? 255 : 0;
    } else {
        const int blue = number(1), green = number(1);
        pixel.grey = grey_of(number(1), green, blue);
        if (bits == 32)
            pixel.alpha = static_cast<std::uint16_t>(number(1));
    }
    if (header.alpha_bits() == 0)
        pixel.alpha = 255;
    return pixel;
}

} // namespace

bool is_tga(std::span<const std::byte> bytes) {
    static const std::filesystem::path none;
    PictureBytes file(none, bytes);
    return bytes.size() >= header_bytes && Header(file).has_meaning();
}

GreyImage read_tga(const std::filesystem::path& path, std::span<const std::byte> bytes,
                   std::size_t max_pixels) {
    PictureBytes file(path, bytes);
    const Header header(file);
    GreyImage image = blank_picture(path, header.width, header.height, max_pixels);
    file.take(header.id_size);
    PictureBytes map = file.take(header.has_map * header.colours * bytes_of(header.colour_bits));
    std::vector<Pixel> colours(header.is_indexed() ? header.colours : 0);
    for (Pixel& colour : colours)
        colour = read_pixel(map, header.colour_bits, header);

    const std::size_t size = image.values.size();
    const auto next = [&] {
        if (!header.is_indexed())
            return read_pixel(file, header.bits, header);
        const std::uint32_t index = file.little(bytes_of(header.bits));
        if (index - header.first_colour >= header.colours)
            throw read_error(
                path, fmt::format("a pixel has colour {}, and the palette {} colours from {} on: it is "
                                  "damaged; save it again",
                                  index, header.colours, header.first_colour));
        return colours[index - header.first_colour];
    };
    std::vector<std::uint16_t> alpha(size);
    std::size_t i = 0;
    while (i < size) {
        const std::uint32_t packet = header.is_compressed() ? file.byte() : 0;
        const bool repeats = (packet & 0x80) != 0;
        const std::size_t end = header.is_compressed() ? std::min(size, i + (packet & 0x7f) + 1) : size;
        for (Pixel pixel = next();;) {
            const std::size_t x = i % header.width, y = i / header.width;
            const std::size_t place = (header.top_to_bottom() ? y : header.height - 1 - y) * header.width +
                                      (header.right_to_left() ? header.width - 1 - x : x);
            image.values[place] = pixel.grey;
            alpha[place] = pixel.alpha;
            if (++i == end)
                break;
            if (!repeats)
                pixel = next();
        }
    }
    apply_alpha(image, alpha);
    return image;
}

} // namespace scanline::data
