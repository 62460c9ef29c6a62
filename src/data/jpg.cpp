#include "image_formats.h"

#include "input_file.h"
#include "scanline/core/error.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <string_view>

// Compiled here so that its memory begins as zeros: stb_image shows what it never wrote if a scan is missing
// or ends early.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_ASSERT(condition)
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC(memory, size) std::realloc(memory, size)
#define STBI_FREE(memory) std::free(memory)
#include <stb_image.h>

namespace scanline::data {
namespace {

using namespace std::string_view_literals;

std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Feeds a file to stb_image, which continues with zeros after its end, and notices that.
class StbSource {
public:
    explicit StbSource(std::span<const std::byte> bytes) : rest_(bytes) {}

    bool ran_out() const { return ran_out_; }

    static constexpr stbi_io_callbacks callbacks() {
        return {
            [](void* source, char* target, int size) {
                return static_cast<StbSource*>(source)->read(target, static_cast<std::size_t>(size));
            },
            [](void* source, int size) {
                static_cast<StbSource*>(source)->drop(static_cast<std::size_t>(std::max(size, 0)));
            },
            [](void* source) { return static_cast<StbSource*>(source)->rest_.empty() ? 1 : 0; },
        };
    }

private:
    int read(char* target, std::size_t size) {
        const std::size_t count = std::min(size, rest_.size());
        ran_out_ |= count == 0;
        std::copy_n(text_of(rest_).begin(), count, target);
        drop(count);
        return static_cast<int>(count);
    }
    void drop(std::size_t size) { rest_ = rest_.subspan(std::min(size, rest_.size())); }

    std::span<const std::byte> rest_;
    bool ran_out_ = false;
};

Error damaged(const std::filesystem::path& path, std::string_view why) {
    return read_error(
        path, fmt::format(
                  "it is damaged or of a variant that is not read ({}); save it again as an 8-bit PNG", why));
}

/// The orientation in an EXIF segment, 1 to 8; 1 if it has none that can be read.
std::uint32_t orientation_of(std::string_view exif) {
    constexpr std::string_view magic = "Exif\0\0"sv;
    if (!exif.starts_with(magic))
        return 1;
    const std::string_view tiff = exif.substr(magic.size());
    const bool highest_first = tiff.starts_with("MM");
    const auto number = [&](std::size_t at, std::size_t size) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size && at + size <= tiff.size(); ++i) {
            const std::size_t shift = 8 * (highest_first ? size - 1 - i : i);
            value |= std::uint32_t{static_cast<unsigned char>(tiff[at + i])} << shift;
        }
        return value;
    };
    constexpr std::uint32_t orientation_tag = 0x112;
    const std::size_t directory = number(4, 4), entries = number(directory, 2);
    for (std::size_t i = 0; i < entries; ++i) {
        const std::size_t entry = directory + 2 + 12 * i;
        const std::uint32_t value = number(entry + 8, 2);
        if (number(entry, 2) == orientation_tag && value >= 1 && value <= 8)
            return value;
    }
    return 1;
}

struct Frame {
    std::uint32_t width = 0, height = 0, channels = 0;
    std::uint32_t orientation = 1;
    bool has_ink_order = false; ///< Adobe's marker says how to read CMYK
};

Frame read_frame(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    PictureBytes file(path, bytes);
    file.take(2);
    Frame frame;
    for (;;) {
        while (file.byte() != 0xff) {
        }
        std::uint32_t marker = 0xff;
        while (marker == 0xff)
            marker = file.byte();
        constexpr std::uint32_t end = 0xd9, scan = 0xda;
        if (marker == end || marker == scan)
            throw damaged(path, "it has no size");
        PictureBytes segment = file.take(std::max(file.big(2), 2u) - 2);
        const std::string_view text = text_of(segment.left());
        if (marker == 0xe1 && frame.orientation == 1) {
            frame.orientation = orientation_of(text);
        } else if (marker == 0xee && text.starts_with("Adobe") && text.size() >= 12) {
            frame.has_ink_order = text[11] == 0 || text[11] == 2;
        } else if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc) {
            segment.take(1);
            frame.height = segment.big(2);
            frame.width = segment.big(2);
            frame.channels = segment.byte();
            return frame;
        }
    }
}

/// The picture turned and mirrored as EXIF's orientation says.
GreyImage turned(GreyImage image, std::uint32_t orientation) {
    if (orientation == 1)
        return image;
    const bool swaps = orientation >= 5;
    const bool mirrors_x = orientation == 2 || orientation == 3 || orientation >= 7;
    const bool mirrors_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
    std::vector<std::uint16_t> values(image.values.size());
    for (std::size_t y = 0, i = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x, ++i) {
            const std::size_t to_x = mirrors_x ? width - 1 - x : x, to_y = mirrors_y ? height - 1 - y : y;
            values[swaps ? to_x * height + to_y : to_y * width + to_x] = image.values[i];
        }
    image.values = std::move(values);
    if (swaps)
        std::swap(image.width, image.height);
    return image;
}

} // namespace

bool is_jpg(std::span<const std::byte> bytes) {
    return text_of(bytes).starts_with("\xff\xd8");
}

GreyImage read_jpg(const std::filesystem::path& path, std::span<const std::byte> bytes,
                   std::size_t max_pixels) {
    const Frame frame = read_frame(path, bytes);
    if (frame.channels == 4 && !frame.has_ink_order)
        throw read_error(path,
                         "it is CMYK, and no Adobe marker says whether 0 is no ink or all; convert it to "
                         "RGB");
    GreyImage image = blank_picture(path, frame.width, frame.height, max_pixels);
    with_memory_for(path, image.values.size() * (frame.channels + 1), [&] {
        StbSource source(bytes);
        const stbi_io_callbacks callbacks = StbSource::callbacks();
        int width = 0, height = 0, channels = 0;
        const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
            stbi_load_from_callbacks(&callbacks, &source, &width, &height, &channels, 0), stbi_image_free);
        if (source.ran_out())
            throw_truncated(path);
        const char* const given = stbi_failure_reason(); // none for a scan of an unknown channel
        const std::string_view reason = given != nullptr ? given : "bad scan";
        if (!pixels && reason == "outofmem")
            throw std::bad_alloc();
        if (!pixels || width != image.width || height != image.height)
            throw damaged(path, fmt::format("stb_image: {}", reason));
        const stbi_uc* next = pixels.get();
        for (std::uint16_t& value : image.values) {
            value = channels < 3 ? next[0] : grey_of(next[0], next[1], next[2]);
            next += channels;
        }
    });
    return turned(std::move(image), frame.orientation);
}

} // namespace scanline::data
