#include "image_formats.h"

#include "input_file.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/image.h"

#include <algorithm>
#include <array>
#include <bit>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <png.h>
#include <string_view>
#include <utility>

namespace scanline::data {
namespace {

/// libpng's first report, in a fixed-size buffer: exceptions must not pass through its C code.
class Report {
public:
    bool is_empty() const { return size_ == 0; }
    std::string_view text() const { return {text_.data(), size_}; }

    static void on_error(png_structp png, png_const_charp message) {
        on_warning(png, message);
        png_longjmp(png, 1);
    }
    static void on_warning(png_structp png, png_const_charp message) {
        static_cast<Report*>(png_get_error_ptr(png))->take(message);
    }

private:
    void take(std::string_view message) {
        if (!is_empty())
            return;
        size_ = std::min(message.size(), text_.size());
        std::copy_n(message.begin(), size_, text_.begin());
    }

    std::array<char, 120> text_{};
    std::size_t size_ = 0;
};

/// Runs an action that libpng may longjmp out of, so it must own nothing.
template <class Action>
void call(png_structp png, Action action) {
    if (setjmp(png_jmpbuf(png)) == 0)
        action();
}

class PngReader {
public:
    PngReader(const std::filesystem::path& path, std::span<const std::byte> bytes)
        : path_(path), rest_(bytes), png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, &report_,
                                                                 Report::on_error, Report::on_warning)) {
        info_ = png_ ? png_create_info_struct(png_) : nullptr;
        if (!info_)
            throw std::bad_alloc();
        png_set_progressive_read_fn(png_, this, on_header, on_row, on_end);
    }
    ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    GreyImage read_grey(std::size_t max_pixels) {
        call(png_, [this] { set_up(); });
        process(); // up to the first row
        if (!has_header_)
            throw_truncated(path_);
        image_ = blank_picture(path_, png_get_image_width(png_, info_), png_get_image_height(png_, info_),
                               max_pixels, is_deep_ ? 65535 : 255);
        const std::size_t size = image_.values.size();
        if (has_alpha())
            with_memory_for(path_, 2 * size, [&] { alpha_.resize(size); });
        process();
        if (!has_end_)
            throw_truncated(path_);
        if (pixels_ != size)
            throw damaged("not enough rows");
        apply_alpha(image_, alpha_);
        return std::move(image_);
    }

private:
    void set_up() {
        png_set_benign_errors(png_, 0);
        png_set_crc_action(png_, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
        // Verifies the checksums of chunks irrelevant to the pixels, but neither keeps nor unpacks them.
        png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
        png_set_chunk_malloc_max(png_, 0);
        png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX); // the caller enforces its own limit
    }

    void process() {
        call(png_, [this] {
            // libpng only reads them.
            auto* const begin = const_cast<png_bytep>(reinterpret_cast<const png_byte*>(rest_.data()));
            left_ = 0;
            png_process_data(png_, info_, begin, rest_.size());
            rest_ = rest_.last(left_);
        });
        if (!report_.is_empty())
            throw damaged(report_.text());
    }

    static PngReader& self(png_structp png) { return *static_cast<PngReader*>(png_get_progressive_ptr(png)); }

    bool has_alpha() const { return channels_ % 2 == 0; }

    /// Makes later rows arrive as grey or RGB of 8 or 16 bits, with or without alpha.
    static void on_header(png_structp png, png_infop info) {
        PngReader& reader = self(png);
        png_set_palette_to_rgb(png);
        png_set_expand_gray_1_2_4_to_8(png);
        if (png_get_valid(png, info, PNG_INFO_tRNS) != 0)
            png_set_tRNS_to_alpha(png);
        png_read_update_info(png, info);
        reader.has_header_ = true;
        reader.channels_ = png_get_channels(png, info);
        reader.is_deep_ = png_get_bit_depth(png, info) == 16;
        reader.interlaced_ = png_get_interlace_type(png, info) == PNG_INTERLACE_ADAM7;
        reader.left_ = png_process_data_pause(png, 0);
    }

    static void on_row(png_structp png, png_bytep row, png_uint_32 y, int pass) {
        self(png).take(row, static_cast<int>(y), pass);
    }
    static void on_end(png_structp png, png_infop /*info*/) { self(png).has_end_ = true; }

    /// Handles a row of the picture, or of one of the seven passes of an interlaced one.
    void take(const png_byte* row, int y, int pass) {
        const int count = interlaced_ ? PNG_PASS_COLS(image_.width, pass) : image_.width;
        const int first = interlaced_ ? PNG_PASS_START_COL(pass) : 0;
        const int step = interlaced_ ? PNG_PASS_COL_OFFSET(pass) : 1;
        const int to_y = interlaced_ ? PNG_ROW_FROM_PASS_ROW(y, pass) : y;
        std::size_t place = static_cast<std::size_t>(to_y) * static_cast<std::size_t>(image_.width) +
                            static_cast<std::size_t>(first);
        const auto sample = [&row, deep = is_deep_] {
            const int high = *row++;
            return deep ? high << 8 | *row++ : high;
        };
        for (int x = 0; x < count; ++x, place += static_cast<std::size_t>(step)) {
            const int first_sample = sample();
            image_.values[place] = static_cast<std::uint16_t>(first_sample);
            if (channels_ >= 3) {
                const int green = sample();
                image_.values[place] = grey_of(first_sample, green, sample());
            }
            if (has_alpha())
                alpha_[place] = static_cast<std::uint16_t>(sample());
        }
        pixels_ += static_cast<std::size_t>(count);
    }

    Error damaged(std::string_view why) const {
        return read_error(path_, fmt::format("it is damaged (libpng: {}); copy or save it again", why));
    }

    const std::filesystem::path& path_;
    std::span<const std::byte> rest_;
    Report report_;
    png_structp png_;
    png_infop info_ = nullptr;
    bool has_header_ = false, has_end_ = false, interlaced_ = false, is_deep_ = false;
    int channels_ = 1;
    std::size_t left_ = 0; ///< bytes not consumed when the header paused
    GreyImage image_;
    std::vector<std::uint16_t> alpha_; ///< empty if there is none
    std::size_t pixels_ = 0;           ///< received so far
};

class PngWriter {
public:
    explicit PngWriter(const std::filesystem::path& path)
        : path_(path), png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, &report_, Report::on_error,
                                                    Report::on_warning)) {
        info_ = png_ ? png_create_info_struct(png_) : nullptr;
        if (!info_)
            throw std::bad_alloc();
        png_set_write_fn(png_, this, append, [](png_structp) {});
    }
    ~PngWriter() { png_destroy_write_struct(&png_, &info_); }
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;

    /// Samples of 8 or 16 bits in native order.
    template <class Sample>
    std::vector<std::byte> write(int width, int height, int channels, std::span<const Sample> samples) {
        constexpr int bits = 8 * sizeof(Sample);
        const std::size_t row_size = static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
        call(png_, [&] {
            png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
            png_set_IHDR(png_, info_, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), bits,
                         colour_type(channels), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                         PNG_FILTER_TYPE_DEFAULT);
            png_write_info(png_, info_);
            if (bits == 16 && std::endian::native == std::endian::little)
                png_set_swap(png_);
            for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y)
                png_write_row(png_, reinterpret_cast<png_const_bytep>(samples.data() + y * row_size));
            png_write_end(png_, nullptr);
        });
        if (!report_.is_empty())
            throw Error(fmt::format("cannot write {}: a PNG of {} x {} pixels cannot be made (libpng: {}); "
                                    "close other programs or write a smaller one",
                                    printable_path(path_), width, height, report_.text()));
        return std::move(bytes_);
    }

private:
    static int colour_type(int channels) {
        return channels == 1   ? PNG_COLOR_TYPE_GRAY
               : channels == 3 ? PNG_COLOR_TYPE_RGB
                               : PNG_COLOR_TYPE_RGB_ALPHA;
    }

    static void append(png_structp png, png_bytep data, std::size_t size) {
        std::vector<std::byte>& bytes = static_cast<PngWriter*>(png_get_io_ptr(png))->bytes_;
        bool done = false;
        try {
            const auto* begin = reinterpret_cast<const std::byte*>(data);
            bytes.insert(bytes.end(), begin, begin + size);
            done = true;
        } catch (const std::bad_alloc&) { // must not pass through the C code
        }
        if (!done)
            png_error(png, "out of memory");
    }

    const std::filesystem::path& path_;
    std::vector<std::byte> bytes_;
    Report report_;
    png_structp png_;
    png_infop info_ = nullptr;
};

constexpr std::string_view png_magic = "\x89PNG";

/// Checks width and height, which the first chunk declares.
void check_declared_size(const std::filesystem::path& path, std::span<const std::byte> bytes,
                         std::size_t max_pixels) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.size() < 24)
        throw_truncated(path);
    if (text.substr(12, 4) != "IHDR")
        throw read_error(path, "it is damaged (it does not begin with its size); copy or save it again");
    const auto number = [text](std::size_t offset) {
        std::uint64_t value = 0;
        for (const char c : text.substr(offset, 4))
            value = value << 8 | static_cast<unsigned char>(c);
        return value;
    };
    check_image_size(path, number(16), number(20), max_pixels);
}

} // namespace

bool is_png(std::span<const std::byte> bytes) {
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()).starts_with(png_magic);
}

GreyImage read_png(const std::filesystem::path& path, std::span<const std::byte> bytes,
                   std::size_t max_pixels) {
    check_declared_size(path, bytes, max_pixels);
    return PngReader(path, bytes).read_grey(max_pixels);
}

std::vector<std::byte> format_png(const std::filesystem::path& path, const Image& image) {
    return PngWriter(path).write(image.width, image.height, image.channels,
                                 std::span<const std::uint8_t>(image.pixels));
}

std::vector<std::byte> format_png(const std::filesystem::path& path, const GreyImage& image) {
    if (image.white > 255)
        return PngWriter(path).write(image.width, image.height, 1,
                                     std::span<const std::uint16_t>(image.values));
    const std::vector<std::uint8_t> bytes(image.values.begin(), image.values.end());
    return PngWriter(path).write(image.width, image.height, 1, std::span<const std::uint8_t>(bytes));
}

} // namespace scanline::data
