#include "makers.h"

#include "fuzz.h"

#include "scanline/data/npy.h"
#include "zip_handles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <png.h>
#include <stb_image_write.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace scanline::fuzz {

namespace {

/// Little or big endian.
template <class T>
std::string bytes_of(T value, bool big_endian = false) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    if (big_endian)
        std::ranges::reverse(bytes);
    return bytes;
}

std::string npy_name(data::ElementType type, bool big_endian) {
    const std::string_view name = to_string(type); // "uint8", "float32"
    return fmt::format("{}{}{}",
                       size_of(type) == 1 ? '|'
                       : big_endian       ? '>'
                                          : '<',
                       name.front(), size_of(type));
}

/// Random bytes of pixels.
void fill(std::vector<png_byte>& row, Random& random) {
    const bool flat = one_in(random, 2);
    std::ranges::generate(row, [&] { return static_cast<png_byte>(flat ? 0xa5 : random.below(256)); });
}

/// Aborts on misuse, which cannot depend on the contents.
class PngWriter {
public:
    PngWriter()
        : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr)),
          info_(png_create_info_struct(png_)) {
        png_set_write_fn(png_, &bytes_, append, nullptr);
    }
    ~PngWriter() { png_destroy_write_struct(&png_, &info_); }
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;

    png_structp png() { return png_; }
    png_infop info() { return info_; }
    const std::string& bytes() const { return bytes_; }

    void write(std::vector<std::vector<png_byte>>& rows) {
        std::vector<png_bytep> pointers;
        for (std::vector<png_byte>& row : rows)
            pointers.push_back(row.data());
        png_write_info(png_, info_);
        png_write_image(png_, pointers.data());
        png_write_end(png_, nullptr);
    }

private:
    static void append(png_structp png, png_bytep data, png_size_t size) {
        static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(data), size);
    }

    std::string bytes_;
    png_structp png_;
    png_infop info_;
};

void append(void* text, void* data, int size) {
    static_cast<std::string*>(text)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

template <class Write>
std::string written(Write write) {
    std::string bytes;
    if (!write(&bytes))
        throw std::runtime_error("stb_image_write made no picture");
    return bytes;
}

/// A number in the notation of people and programs.
std::string number_text(double number, Random& random) {
    std::string text = one_in(random, 2) ? fmt::format("{}", number) : fmt::format("{:.17g}", number);
    if (number >= 0 && one_in(random, 4))
        text.insert(0, "+");
    if (one_in(random, 4))
        text = fmt::format("{:>{}}", text, text.size() + random.below(3));
    if (one_in(random, 8))
        text += ' ';
    return text;
}

} // namespace

NpyForm random_npy_form(Random& random) {
    return {one_in(random, 2), one_in(random, 2), random.between(1, 3)};
}

std::string npy_file(data::ElementType type, const std::vector<std::size_t>& shape, std::string bytes,
                     const NpyForm& form) {
    std::string header = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}{}), }}",
                                     npy_name(type, form.big_endian), form.fortran_order ? "True" : "False",
                                     fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    const std::size_t before = form.version == 1 ? 10 : 12;
    header.append(63 - (before + header.size()) % 64, ' ');
    header += '\n';
    std::string file = "\x93NUMPY";
    file += static_cast<char>(form.version);
    file += '\0';
    file += bytes_of(static_cast<std::uint16_t>(header.size()));
    if (form.version > 1)
        file += std::string(2, '\0');
    return file + header + bytes;
}

std::string random_png(Random& random) {
    struct Colour {
        int type, depth;
    };
    constexpr std::array<Colour, 15> colours{{{PNG_COLOR_TYPE_GRAY, 1},
                                              {PNG_COLOR_TYPE_GRAY, 2},
                                              {PNG_COLOR_TYPE_GRAY, 4},
                                              {PNG_COLOR_TYPE_GRAY, 8},
                                              {PNG_COLOR_TYPE_GRAY, 16},
                                              {PNG_COLOR_TYPE_RGB, 8},
                                              {PNG_COLOR_TYPE_RGB, 16},
                                              {PNG_COLOR_TYPE_PALETTE, 1},
                                              {PNG_COLOR_TYPE_PALETTE, 2},
                                              {PNG_COLOR_TYPE_PALETTE, 4},
                                              {PNG_COLOR_TYPE_PALETTE, 8},
                                              {PNG_COLOR_TYPE_GRAY_ALPHA, 8},
                                              {PNG_COLOR_TYPE_GRAY_ALPHA, 16},
                                              {PNG_COLOR_TYPE_RGB_ALPHA, 8},
                                              {PNG_COLOR_TYPE_RGB_ALPHA, 16}}};
    const Colour colour = pick(random, colours);
    const auto width = static_cast<png_uint_32>(random.between(1, 40)),
               height = static_cast<png_uint_32>(random.between(1, 30));
    PngWriter writer;
    png_set_IHDR(writer.png(), writer.info(), width, height, colour.depth, colour.type,
                 one_in(random, 2) ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
                 PNG_FILTER_TYPE_BASE);
    if (colour.type == PNG_COLOR_TYPE_PALETTE) {
        std::vector<png_color> palette(std::size_t{1} << colour.depth);
        for (png_color& entry : palette)
            entry = {static_cast<png_byte>(random.below(256)), static_cast<png_byte>(random.below(256)),
                     static_cast<png_byte>(random.below(256))};
        png_set_PLTE(writer.png(), writer.info(), palette.data(), static_cast<int>(palette.size()));
    }
    if (one_in(random, 2))
        png_set_gAMA(writer.png(), writer.info(), 1 / 2.2);
    if (one_in(random, 2))
        png_set_compression_buffer_size(writer.png(), 64);
    const std::size_t row_bytes = png_get_rowbytes(writer.png(), writer.info());
    std::vector<std::vector<png_byte>> rows(height, std::vector<png_byte>(row_bytes));
    for (auto& row : rows)
        fill(row, random);
    writer.write(rows);
    return writer.bytes();
}

std::string grey_png(const data::Image& image) {
    PngWriter writer;
    const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
    png_set_IHDR(writer.png(), writer.info(), static_cast<png_uint_32>(width),
                 static_cast<png_uint_32>(height), 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    std::vector<std::vector<png_byte>> rows;
    for (std::size_t y = 0; y < height; ++y)
        rows.emplace_back(image.pixels.data() + y * width, image.pixels.data() + (y + 1) * width);
    writer.write(rows);
    return writer.bytes();
}

std::string pgm_file(const data::Image& image) {
    return fmt::format("P{}\n{} {}\n255\n", image.channels == 1 ? 5 : 6, image.width, image.height) +
           std::string(image.pixels.begin(), image.pixels.end());
}

std::string bmp_file(const data::Image& image) {
    return written([&](std::string* bytes) {
        return stbi_write_bmp_to_func(append, bytes, image.width, image.height, image.channels,
                                      image.pixels.data());
    });
}

std::string tga_file(const data::Image& image) {
    return written([&](std::string* bytes) {
        return stbi_write_tga_to_func(append, bytes, image.width, image.height, image.channels,
                                      image.pixels.data());
    });
}

std::string jpg_file(const data::Image& image) {
    return written([&](std::string* bytes) {
        return stbi_write_jpg_to_func(append, bytes, image.width, image.height, image.channels,
                                      image.pixels.data(), 90);
    });
}

std::string zip_file(const Members& members, bool deflated) {
    const auto made = [](bool done) {
        if (!done)
            throw std::runtime_error("libzip made no archive");
    };
    data::ZipError error;
    const data::ZipSource source(zip_source_buffer_create(nullptr, 0, 0, error.get()));
    made(source != nullptr);
    zip_source_keep(source.get()); // the archive frees one
    data::ZipArchive archive(zip_open_from_source(source.get(), ZIP_TRUNCATE, error.get()));
    made(archive != nullptr);
    for (const auto& [name, bytes] : members) {
        zip_source_t* member = zip_source_buffer(archive.get(), bytes.data(), bytes.size(), 0);
        const zip_int64_t index = zip_file_add(archive.get(), name.c_str(), member, ZIP_FL_ENC_UTF_8);
        made(member != nullptr && index >= 0 &&
             zip_set_file_compression(archive.get(), static_cast<zip_uint64_t>(index),
                                      deflated ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0) == 0);
    }
    made(zip_close(archive.get()) == 0);
    (void)archive.release(); // closing it freed it
    zip_stat_t stat;
    made(zip_source_open(source.get()) == 0 && zip_source_stat(source.get(), &stat) == 0);
    std::string bytes(stat.size, '\0');
    made(zip_source_read(source.get(), bytes.data(), bytes.size()) == static_cast<zip_int64_t>(bytes.size()));
    zip_source_close(source.get());
    return bytes;
}

Members npy_members(const data::NpzArrays& arrays) {
    Members members;
    for (const auto& [name, array] : arrays) {
        const std::vector<std::byte> bytes = data::format_npy(array, name);
        members.emplace_back(name + ".npy",
                             std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    }
    return members;
}

std::string csv_file(const std::vector<double>& numbers, std::size_t columns, Random& random) {
    constexpr std::array separators{",", ";", "\t"}, ends{"\n", "\r\n", "\r"};
    const char* const separator = pick(random, separators);
    const char* const end = pick(random, ends);
    std::string text = one_in(random, 8) ? "\xef\xbb\xbf" : "";
    if (one_in(random, 2)) {
        for (std::size_t column = 0; column < columns; ++column)
            text += fmt::format("{}{}", column == 0 ? "" : separator, static_cast<char>('a' + column));
        text += end;
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::string number = number_text(numbers[i], random);
        text += one_in(random, 16) ? fmt::format("\"{}\"", number) : number;
        text += (i + 1) % columns != 0 ? separator : end;
        if ((i + 1) % columns == 0 && one_in(random, 16))
            text += end;
    }
    if (!numbers.empty() && one_in(random, 4))
        text.erase(text.find_last_not_of("\r\n") + 1);
    return text;
}

std::string ply_file(const std::vector<double>& xyz, bool as_float, Random& random) {
    constexpr std::array formats{"ascii", "binary_little_endian", "binary_big_endian"};
    const std::size_t format = static_cast<std::size_t>(random.below(formats.size()));
    const bool text = format == 0, big_endian = format == 2, coloured = one_in(random, 2),
               faces = one_in(random, 2);
    std::string file = fmt::format("ply\nformat {} 1.0\ncomment made up\nelement vertex {}\n",
                                   formats[format], xyz.size() / 3);
    if (coloured)
        file += "property uchar red\n";
    for (const char axis : {'x', 'y', 'z'})
        file += fmt::format("property {} {}\n", as_float ? "float" : "double", axis);
    if (faces)
        file += "element face 1\nproperty list uchar int vertex_indices\n";
    file += "end_header\n";
    for (std::size_t i = 0; i < xyz.size(); ++i) {
        if (i % 3 == 0 && coloured)
            file += text ? "7 " : "\x07";
        if (text)
            file += fmt::format("{}{}", xyz[i], i % 3 == 2 ? '\n' : ' ');
        else
            file +=
                as_float ? bytes_of(static_cast<float>(xyz[i]), big_endian) : bytes_of(xyz[i], big_endian);
    }
    if (faces)
        file += text ? "3 0 1 2\n"
                     : "\x03" + bytes_of(0, big_endian) + bytes_of(1, big_endian) + bytes_of(2, big_endian);
    return file;
}

bool is_binary_ply(const std::string& ply) {
    return ply.find("format binary") != std::string::npos;
}

} // namespace scanline::fuzz
