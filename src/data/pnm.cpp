#include "image_formats.h"

#include "scanline/data/file.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <string_view>

namespace scanline::data {
namespace {

bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Parses the numbers of a header.
class HeaderReader {
public:
    HeaderReader(const std::filesystem::path& path, std::string_view text) : path_(path), text_(text) {}

    /// The next number of at most 32 bits, after spaces and comments.
    std::uint32_t number() {
        skip_spaces();
        std::uint32_t value = 0;
        const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
        if (error == std::errc::result_out_of_range)
            throw read_error(path_, "its header has a number of more than 32 bits; the file is damaged");
        if (error != std::errc{})
            throw read_error(path_, "its header is not width, height and maximal value; the file is damaged");
        text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
        return value;
    }

    /// Exactly one space ends the header, because samples may look like spaces.
    void end() {
        if (text_.empty())
            throw_truncated(path_);
        if (!is_space(text_.front()))
            throw read_error(path_, "its header does not end in a space; the file is damaged");
        text_.remove_prefix(1);
    }

    std::size_t left() const { return text_.size(); }

private:
    void skip_spaces() {
        while (!text_.empty() && (is_space(text_.front()) || text_.front() == '#')) {
            const bool comment = text_.front() == '#';
            text_.remove_prefix(comment ? std::min(text_.find('\n'), text_.size()) : 1);
        }
        if (text_.empty())
            throw_truncated(path_);
    }

    const std::filesystem::path& path_;
    std::string_view text_;
};

} // namespace

bool is_pnm(std::span<const std::byte> bytes) {
    return bytes.size() >= 2 && bytes[0] == std::byte{'P'} && bytes[1] >= std::byte{'1'} &&
           bytes[1] <= std::byte{'7'};
}

GreyImage read_pnm(const std::filesystem::path& path, std::span<const std::byte> bytes,
                   std::size_t max_pixels) {
    const char kind = static_cast<char>(bytes[1]);
    if (kind != '5' && kind != '6')
        throw read_error(
            path, fmt::format("it is a P{} (text, bitmap or PAM) file of the Netpbm kinds, of which the "
                              "binary P5 (PGM) and P6 (PPM) are read; convert it to PNG",
                              kind));

    HeaderReader header(path, {reinterpret_cast<const char*>(bytes.data()) + 2, bytes.size() - 2});
    const std::uint32_t width = header.number();
    const std::uint32_t height = header.number();
    const std::uint32_t maximum = header.number();
    header.end();
    if (maximum < 1 || maximum > 65535)
        throw read_error(
            path, fmt::format("its maximal value is {}, outside 1 to 65535; the file is damaged", maximum));
    GreyImage image = blank_picture(path, width, height, max_pixels, static_cast<int>(maximum));

    const std::size_t channels = kind == '6' ? 3 : 1;
    const std::size_t sample_bytes = maximum > 255 ? 2 : 1;
    const std::size_t pixel_bytes = channels * sample_bytes;
    if (header.left() / pixel_bytes < image.values.size())
        throw_truncated(path);

    PictureBytes samples(path, bytes.last(header.left()));
    // Damaged values above the maximum are white.
    const auto sample = [&] { return static_cast<int>(std::min(samples.big(sample_bytes), maximum)); };
    for (std::uint16_t& value : image.values) {
        const int first = sample();
        value = static_cast<std::uint16_t>(first);
        if (channels == 3) {
            const int green = sample();
            value = grey_of(first, green, sample());
        }
    }
    return image;
}

} // namespace scanline::data
