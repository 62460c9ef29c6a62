#include "scanline/data/animated_png.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/npz.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace scanline::data {

namespace {

constexpr std::size_t empty_chunk = 12;
constexpr int max_hundredths = 65535, last_hundredths = 300;

std::string big_endian(std::uint32_t value, int bytes = 4) {
    std::string text;
    for (int byte = bytes - 1; byte >= 0; --byte)
        text += static_cast<char>(value >> 8 * byte & 0xff);
    return text;
}

std::string chunk(std::string_view type, std::string_view data) {
    const std::string summed = fmt::format("{}{}", type, data);
    return big_endian(static_cast<std::uint32_t>(data.size())) + summed +
           big_endian(checksum_of(std::as_bytes(std::span(summed))));
}

/// The compressed pixels in a PNG that libpng has made: between its header and its end.
std::string pixels_in(std::string_view png) {
    std::string pixels;
    while (png.size() > empty_chunk) {
        std::size_t size = 0;
        for (const char c : png.substr(0, 4))
            size = size << 8 | static_cast<unsigned char>(c);
        pixels += png.substr(8, size);
        png.remove_prefix(empty_chunk + size);
    }
    return pixels;
}

struct Part {
    int left, top, right, bottom;
};

/// The rectangle outside of which two images of one size are equal; empty if they are.
Part difference(const Image& one, const Image& other) {
    Part part{one.width, one.height, 0, 0};
    for (int y = 0; y < one.height; ++y)
        for (int x = 0; x < one.width; ++x)
            if (!std::equal(one.pixel(x, y), one.pixel(x, y) + one.channels, other.pixel(x, y)))
                part = {std::min(part.left, x), std::min(part.top, y), std::max(part.right, x + 1), y + 1};
    return part;
}

Image cropped(const Image& image, const Part& part) {
    Image result(part.right - part.left, part.bottom - part.top, image.channels);
    for (int y = 0; y < result.height; ++y)
        std::copy_n(image.pixel(part.left, part.top + y), result.width * result.channels, result.pixel(0, y));
    return result;
}

} // namespace

AnimatedPng::AnimatedPng(const std::filesystem::path& path, double seconds)
    : path_(path), file_(path, 0),
      hundredths_(std::clamp(static_cast<int>(std::lround(100 * seconds)), 0, max_hundredths)) {}

void AnimatedPng::add(const Image& frame) {
    const bool first = last_.pixels.empty();
    if (!first && (frame.width != last_.width || frame.height != last_.height))
        throw Error(fmt::format("cannot write {}: its frames differ in size; keep that of the window",
                                printable_path(path_)));
    const Part part = first ? Part{0, 0, frame.width, frame.height} : difference(last_, frame);
    if (part.left >= part.right) {
        waiting_hundredths_ = std::min(waiting_hundredths_ + hundredths_, max_hundredths);
        return;
    }
    const std::vector<std::byte> bytes = format_png(path_, cropped(frame, part));
    const std::string_view png(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (first)
        write(0, std::string(png.substr(0, header_end)));
    else
        write_waiting();
    waiting_place_.clear();
    for (const int number : {part.right - part.left, part.bottom - part.top, part.left, part.top})
        waiting_place_ += big_endian(static_cast<std::uint32_t>(number));
    waiting_ = pixels_in(png.substr(header_end));
    waiting_hundredths_ = hundredths_;
    last_ = frame;
}

void AnimatedPng::finish() {
    waiting_hundredths_ = std::max(waiting_hundredths_, last_hundredths);
    write_waiting();
    write(size_, chunk("IEND", ""));
    write(header_end, chunk("acTL", big_endian(frames_) + big_endian(0))); // it plays for ever
    file_.replace_target();
}

void AnimatedPng::write(std::uint64_t at, const std::string& bytes) {
    write_part(file_.temporary(), path_, at, std::as_bytes(std::span(bytes)));
    size_ = std::max(size_, at + bytes.size());
}

void AnimatedPng::write_waiting() {
    // The last two numbers: it stays under the next one, and replaces what it covers.
    std::string bytes = chunk("fcTL", big_endian(chunks_++) + waiting_place_ +
                                          big_endian(static_cast<std::uint32_t>(waiting_hundredths_), 2) +
                                          big_endian(100, 2) + big_endian(0, 2));
    bytes += frames_++ == 0 ? chunk("IDAT", waiting_) : chunk("fdAT", big_endian(chunks_++) + waiting_);
    write(size_, bytes);
}

} // namespace scanline::data
