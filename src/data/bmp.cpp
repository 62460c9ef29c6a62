#include "image_formats.h"

#include "scanline/core/error.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>

namespace scanline::data {
namespace {

/// Bits of a pixel that hold a channel: contiguous, at most 16. Without any, the channel is 0.
struct Channel {
    std::uint32_t mask = 0;

    bool is_possible() const {
        const std::uint32_t lowest_first = mask >> (mask == 0 ? 0 : std::countr_zero(mask));
        return lowest_first <= 0xffff && std::has_single_bit(lowest_first + 1);
    }
    std::uint16_t operator()(std::uint32_t pixel) const {
        if (mask == 0)
            return 0;
        const int shift = std::countr_zero(mask);
        return static_cast<std::uint16_t>(rescaled((pixel & mask) >> shift, mask >> shift, 255));
    }
};

class BmpReader {
public:
    BmpReader(const std::filesystem::path& path, std::span<const std::byte> bytes)
        : path_(path), bytes_(bytes), file_(path, bytes) {}

    GreyImage read(std::size_t max_pixels) {
        read_header();
        GreyImage image =
            blank_picture(path_, width_, static_cast<std::uint64_t>(std::abs(height_)), max_pixels);
        if (bits_ <= 8)
            read_palette();
        PictureBytes pixels(path_, bytes_);
        pixels.take(pixels_at_);
        const std::uint64_t row_bytes = (std::uint64_t{width_} * bits_ + 7) / 8;
        const std::uint64_t padding = (4 - row_bytes % 4) % 4;
        const auto rows = static_cast<std::uint64_t>(image.height);
        pixels.require(rows * (row_bytes + padding) - padding);
        if (channels_[3].mask != 0)
            alpha_.resize(image.values.size());
        for (int row = 0; row < image.height; ++row) {
            const int y = height_ < 0 ? row : image.height - 1 - row;
            const auto first = static_cast<std::size_t>(y) * width_;
            read_row(pixels.take(row_bytes), std::span(image.values).subspan(first, width_), first);
            pixels.take(std::min<std::size_t>(padding, pixels.left().size()));
        }
        apply_alpha(image, alpha_);
        return image;
    }

private:
    Error refused(std::string_view why) const {
        return read_error(path_, fmt::format("it is a BMP {}; save it again as a PNG", why));
    }

    void read_header() {
        file_.take(10);
        pixels_at_ = file_.little(4);
        header_size_ = file_.little(4);
        const bool is_first_version = header_size_ == 12;
        if (!is_first_version && header_size_ < 40)
            throw refused(fmt::format("with a header of {} bytes, which is not read", header_size_));
        width_ = file_.little(is_first_version ? 2 : 4);
        height_ = static_cast<std::int32_t>(file_.little(is_first_version ? 2 : 4));
        file_.take(2);
        bits_ = file_.little(2);
        if (std::ranges::count(std::array{1u, 2u, 4u, 8u, 16u, 24u, 32u}, bits_) == 0)
            throw refused(fmt::format("of {} bits per pixel, which is not read", bits_));
        const std::uint32_t compression = is_first_version ? 0 : file_.little(4);
        constexpr std::uint32_t by_masks = 3, by_masks_with_alpha = 6;
        const bool has_masks = compression == by_masks || compression == by_masks_with_alpha;
        if (compression != 0 && !(has_masks && (bits_ == 16 || bits_ == 32)))
            throw refused(fmt::format("with compression {}, which is not read", compression));
        if (!is_first_version) {
            file_.take(12);
            colours_ = file_.little(4);
            file_.take(4);
        }
        channels_ = bits_ == 16 ? std::array{Channel{0x7c00}, Channel{0x3e0}, Channel{0x1f}, Channel{}}
                                : std::array{Channel{0xff0000}, Channel{0xff00}, Channel{0xff}, Channel{}};
        if (!has_masks)
            return;
        const bool has_alpha = header_size_ >= 56 || compression == by_masks_with_alpha;
        for (std::size_t i = 0; i < (has_alpha ? 4 : 3); ++i)
            channels_[i].mask = file_.little(4);
        if (!std::ranges::all_of(channels_, &Channel::is_possible))
            throw refused("whose colours are scattered bits: it is damaged");
    }

    void read_palette() {
        const std::size_t entry = header_size_ == 12 ? 3 : 4, begin = 14 + std::size_t{header_size_};
        PictureBytes file(path_, bytes_);
        file.take(begin);
        // Files that give no number may have fewer than could be.
        const std::size_t room = pixels_at_ > begin ? (pixels_at_ - begin) / entry : 0;
        const std::size_t most = std::min(room, std::size_t{1} << bits_);
        palette_.resize(colours_ == 0 ? most : std::min<std::size_t>(colours_, most));
        for (std::uint16_t& grey : palette_) {
            PictureBytes colour = file.take(entry);
            const auto blue = static_cast<int>(colour.byte()), green = static_cast<int>(colour.byte());
            grey = grey_of(static_cast<int>(colour.byte()), green, blue);
        }
    }

    void read_row(PictureBytes row, std::span<std::uint16_t> greys, std::size_t first) {
        std::uint32_t byte = 0;
        for (std::size_t x = 0; x < greys.size(); ++x) {
            if (bits_ > 8) {
                const std::uint32_t pixel = row.little(bits_ / 8);
                greys[x] = grey_of(channels_[0](pixel), channels_[1](pixel), channels_[2](pixel));
                if (!alpha_.empty())
                    alpha_[first + x] = channels_[3](pixel);
                continue;
            }
            const std::size_t place = x * bits_ % 8;
            if (place == 0)
                byte = row.byte();
            const std::uint32_t index = byte >> (8 - bits_ - place) & ((1u << bits_) - 1);
            if (index >= palette_.size())
                throw read_error(path_,
                                 fmt::format("a pixel has colour {}, and the palette {} colours from 0 "
                                             "on: it is damaged; save it again",
                                             index, palette_.size()));
            greys[x] = palette_[index];
        }
    }

    const std::filesystem::path& path_;
    std::span<const std::byte> bytes_;
    PictureBytes file_;
    std::uint32_t pixels_at_ = 0, header_size_ = 0, width_ = 0, bits_ = 0, colours_ = 0;
    std::int64_t height_ = 0; ///< negative: rows from top to bottom
    std::array<Channel, 4> channels_{};
    std::vector<std::uint16_t> palette_, alpha_;
};

} // namespace

bool is_bmp(std::span<const std::byte> bytes) {
    return bytes.size() >= 2 && bytes[0] == std::byte{'B'} && bytes[1] == std::byte{'M'};
}

GreyImage read_bmp(const std::filesystem::path& path, std::span<const std::byte> bytes,
                   std::size_t max_pixels) {
    return BmpReader(path, bytes).read(max_pixels);
}

} // namespace scanline::data
