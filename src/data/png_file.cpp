#include "image_formats.h"

#include "input_file.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/image_io.h"

#include <algorithm>
#include <array>
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

    Image read_grey() {
        call(png_, [this] { set_up(); });
        process(); // up to the first row
        if (!has_header_)
            throw_truncated(path_);
        const auto width = static_cast<int>(png_get_image_width(png_, info_));
        const auto height = static_cast<int>(png_get_image_height(png_, info_));
        const std::size_t size = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
        with_memory_for(path_, size, [&] { image_ = Image(width, height); });
        process();
        if (!has_end_)
            throw_truncated(path_);
        if (pixels_ != size)
            throw damaged("not enough rows");
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

    /// Makes later rows arrive as 8-bit grey or RGB.
    static void on_header(png_structp png, png_infop info) {
        PngReader& reader = self(png);
        png_set_strip_16(png);
        png_set_palette_to_rgb(png);
        png_set_expand_gray_1_2_4_to_8(png);
        png_set_strip_alpha(png);
        png_read_update_info(png, info);
        reader.has_header_ = true;
        reader.channels_ = png_get_channels(png, info);
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
        const std::ptrdiff_t step = interlaced_ ? PNG_PASS_COL_OFFSET(pass) : 1;
        std::uint8_t* const greys = image_.pixel(first, interlaced_ ? PNG_ROW_FROM_PASS_ROW(y, pass) : y);
        if (channels_ == 3) {
            for (std::ptrdiff_t x = 0; x < count; ++x, row += 3)
                greys[x * step] = grey_of(row[0], row[1], row[2]);
        } else if (step > 1) {
            for (std::ptrdiff_t x = 0; x < count; ++x)
                greys[x * step] = row[x];
        } else {
            std::copy_n(row, count, greys);
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
    bool has_header_ = false, has_end_ = false, interlaced_ = false;
    int channels_ = 1;
    std::size_t left_ = 0; ///< bytes not consumed when the header paused
    Image image_;
    std::size_t pixels_ = 0; ///< received so far
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

    std::vector<std::byte> write(const Image& image) {
        call(png_, [&] {
            png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
            png_set_IHDR(png_, info_, static_cast<png_uint_32>(image.width),
                         static_cast<png_uint_32>(image.height), 8, colour_type(image.channels),
                         PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
            png_write_info(png_, info_);
            for (int y = 0; y < image.height; ++y)
                png_write_row(png_, image.pixel(0, y));
            png_write_end(png_, nullptr);
        });
        if (!report_.is_empty())
            throw Error(fmt::format("cannot write {}: a PNG of {} x {} pixels cannot be made (libpng: {}); "
                                    "close other programs or write a smaller one",
                                    printable_path(path_), image.width, image.height, report_.text()));
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

Image read_png(const std::filesystem::path& path, std::span<const std::byte> bytes, std::size_t max_pixels) {
    check_declared_size(path, bytes, max_pixels);
    return PngReader(path, bytes).read_grey();
}

std::vector<std::byte> format_png(const std::filesystem::path& path, const Image& image) {
    return PngWriter(path).write(image);
}

} // namespace scanline::data
