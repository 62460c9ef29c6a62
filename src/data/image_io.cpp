#include "scanline/data/image_io.h"

#include "image_formats.h"
#include "input_file.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <stb_image.h>
#include <string_view>
#include <vector>

namespace scanline::data {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view read_kinds = "PNG, JPG, BMP, TGA, binary PGM or PPM";

constexpr std::string_view jpg_magic = "\xff\xd8";
constexpr std::string_view bmp_magic = "BM";

struct OtherKind {
    std::string_view magic;
    std::string_view name;
};

/// Recognized so that the error can name the format; stb_image would read some of them.
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

/// Feeds a file to stb_image and detects reads past the end: for most formats it continues with zeros and
/// returns half a picture. It reads either into its own small buffer, as much as is available (as its first
/// read does), or directly into a picture, exactly as much as that needs.
class StbSource {
public:
    explicit StbSource(std::span<const std::byte> bytes) : rest_(bytes) {}

    bool ran_out() const { return ran_out_; }

    static constexpr stbi_io_callbacks callbacks() {
        return {
            [](void* source, char* target, int size) {
                return static_cast<StbSource*>(source)->read(target, size);
            },
            [](void* source, int size) { static_cast<StbSource*>(source)->skip(size); },
            [](void* source) { return static_cast<StbSource*>(source)->rest_.empty() ? 1 : 0; },
        };
    }

private:
    int read(char* target, int size) {
        if (!own_buffer_)
            own_buffer_ = target;
        const std::size_t wanted = static_cast<std::size_t>(std::max(size, 0));
        const std::size_t count = std::min(wanted, rest_.size());
        if (target == own_buffer_ ? count == 0 : count < wanted)
            ran_out_ = true;
        if (count > 0)
            std::memcpy(target, rest_.data(), count);
        rest_ = rest_.subspan(count);
        return static_cast<int>(count);
    }

    void skip(int size) {
        rest_ = rest_.subspan(std::min(static_cast<std::size_t>(std::max(size, 0)), rest_.size()));
    }

    std::span<const std::byte> rest_;
    const char* own_buffer_ = nullptr;
    bool ran_out_ = false;
};

struct Size {
    std::uint64_t width = 0;
    std::uint64_t height = 0;
    std::uint64_t channels = 0;
};

/// An upper bound on the file size of a picture: up to 9 bytes per pixel (PNG, four 16-bit channels, rows of
/// one pixel), plus metadata.
constexpr std::size_t max_file_bytes(std::size_t max_pixels) {
    constexpr std::size_t others = std::size_t{16} << 20, for_pixel = 16;
    return max_pixels > (std::numeric_limits<std::size_t>::max() - others) / for_pixel
               ? std::numeric_limits<std::size_t>::max()
               : others + for_pixel * max_pixels;
}

Error damaged(const std::filesystem::path& path) {
    return read_error(
        path, fmt::format("it is damaged or of a variant that is not read (stb_image: {}); save it again "
                          "as an 8-bit PNG",
                          stbi_failure_reason()));
}

Size declared_size(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    const std::string_view text = text_of(bytes);
    StbSource source(bytes);
    const stbi_io_callbacks callbacks = StbSource::callbacks();
    int width = 0, height = 0, channels = 0;
    const bool known = stbi_info_from_callbacks(&callbacks, &source, &width, &height, &channels) != 0;
    const bool has_magic = text.starts_with(jpg_magic) || text.starts_with(bmp_magic);
    if (!known && !has_magic)
        throw read_error(
            path, fmt::format("it is not an image of a kind that is read; convert it to {}", read_kinds));
    if (source.ran_out())
        throw_truncated(path);
    if (!known)
        throw damaged(path);
    // A negative height marks a top-down BMP.
    const auto magnitude = [](int value) {
        return static_cast<std::uint64_t>(std::abs(std::int64_t{value}));
    };
    return {magnitude(width), magnitude(height), magnitude(channels)};
}

Image read_with_stb(const std::filesystem::path& path, std::span<const std::byte> bytes,
                    std::size_t max_pixels) {
    const Size size = declared_size(path, bytes);
    check_image_size(path, size.width, size.height, max_pixels);

    return with_memory_for(path, size.width * size.height * (size.channels + 1), [&] {
        StbSource source(bytes);
        const stbi_io_callbacks callbacks = StbSource::callbacks();
        int width = 0, height = 0, channels = 0;
        const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
            stbi_load_from_callbacks(&callbacks, &source, &width, &height, &channels, 0), stbi_image_free);
        if (source.ran_out())
            throw_truncated(path);
        if (!pixels && stbi_failure_reason() == "outofmem"sv)
            throw std::bad_alloc();
        if (!pixels)
            throw damaged(path);

        Image image(width, height);
        const stbi_uc* next = pixels.get();
        for (std::uint8_t& pixel : image.pixels) {
            pixel = channels < 3 ? next[0] : grey_of(next[0], next[1], next[2]);
            next += channels;
        }
        return image;
    });
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

void throw_truncated(const std::filesystem::path& path) {
    throw read_error(path, "the file ends before the picture does; copy or save it again");
}

Image read_image(const std::filesystem::path& path, std::size_t max_pixels) {
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
    return read_with_stb(path, bytes, max_pixels);
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

} // namespace scanline::data
