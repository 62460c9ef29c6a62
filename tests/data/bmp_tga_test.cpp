#include "pictures.h"

namespace scanline::data::bmp_tga_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

std::string little_endian(std::uint32_t value, int bytes) {
    const std::string all = big_endian(value);
    return std::string(all.rbegin(), all.rend()).substr(0, static_cast<std::size_t>(bytes));
}

/// A BMP of one row of three pixels.
struct Bmp {
    int bits;
    std::uint32_t compression = 0;
    std::string palette{}; ///< or masks
    std::string pixels{};
};
std::string bmp_file(const Bmp& bmp) {
    const auto colours = static_cast<std::uint32_t>(bmp.bits <= 8 ? bmp.palette.size() / 4 : 0);
    return "BM" + std::string(8, '\0') +
           little_endian(static_cast<std::uint32_t>(54 + bmp.palette.size()), 4) + little_endian(40, 4) +
           little_endian(3, 4) + little_endian(1, 4) + little_endian(1, 2) +
           little_endian(static_cast<std::uint32_t>(bmp.bits), 2) + little_endian(bmp.compression, 4) +
           std::string(12, '\0') + little_endian(colours, 4) + std::string(4, '\0') + bmp.palette +
           bmp.pixels;
}

/// A TGA of two rows of three pixels. map: colours of 24 bits from number 5 on.
struct Tga {
    char kind, bits, flags = '\x20';
    std::string map{}, pixels{};
};
std::string tga_file(const Tga& tga) {
    std::string header(18, '\0');
    header[1] = tga.map.empty() ? 0 : 1;
    header[2] = tga.kind;
    header[3] = 5;
    header[5] = static_cast<char>(tga.map.size() / 3);
    header[7] = 24;
    header[12] = 3;
    header[14] = 2;
    header[16] = tga.bits;
    header[17] = tga.flags;
    return header + tga.map + tga.pixels;
}

} // namespace

TEST_CASE("BMP and TGA of one and three channels are read exactly") {
    const Image image = blocks(37, 21);
    Image colours(37, 21, 3);
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        std::fill_n(colours.pixels.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, image.pixels[i]);
    REQUIRE(read(bmp_of(colours)).pixels == image.pixels);
    REQUIRE(read(tga_of(image)).pixels == image.pixels);
    REQUIRE(read(tga_of(colours)).pixels == image.pixels);
}

TEST_CASE("A BMP whose rows go from top to bottom is read") {
    Image image(2, 2, 3);
    image.pixels = {1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4};
    std::string bytes = bmp_of(image);
    bytes.replace(22, 4, std::string("\xfe\xff\xff\xff", 4));
    REQUIRE(read(bytes).pixels == Pixels{3, 4, 1, 2});
    REQUIRE_THAT(error_in(bytes.substr(0, 2)), StartsWith("the file ends before the picture does"));
}

TEST_CASE("A BMP of a palette is read, and refused if a pixel has no colour in it") {
    const std::string three("\0\0\xff\0\0\xff\0\0\xff\0\0\0", 12); // red, green, blue
    REQUIRE(read(bmp_file({.bits = 8, .palette = three, .pixels = std::string("\0\1\2\0", 4)})).pixels ==
            Pixels{76, 150, 29});
    REQUIRE(read(bmp_file({.bits = 4, .palette = three, .pixels = std::string("\1\x20\0\0", 4)})).pixels ==
            Pixels{76, 150, 29});
    REQUIRE(read(bmp_file({.bits = 1, .palette = three.substr(0, 8), .pixels = std::string("\x40\0\0\0", 4)}))
                .pixels == Pixels{76, 150, 76});
    REQUIRE(error_in(bmp_file({.bits = 8, .palette = three, .pixels = std::string("\0\3\2\0", 4)})) ==
            "a pixel has colour 3, and the palette 3 colours from 0 on: it is damaged; save it again");
    REQUIRE_THAT(error_in(bmp_file({.bits = 4, .palette = three, .pixels = std::string("\1\x40\0\0", 4)})),
                 StartsWith("a pixel has colour 4"));
    REQUIRE_THAT(error_in(bmp_file({.bits = 8, .compression = 1, .palette = three, .pixels = "\3\0"})),
                 StartsWith("it is a BMP with compression 1"));
}

TEST_CASE("A BMP of 16 or 32 bits is read by its masks, or the usual ones") {
    const std::string pixels("\xff\xff\x00\x7c\x1f\x00\0\0", 8); // white, red, blue of 5 bits each
    REQUIRE(read(bmp_file({.bits = 16, .pixels = pixels})).pixels == Pixels{255, 76, 29});
    REQUIRE(read(bmp_file({.bits = 16,
                           .compression = 3,
                           .palette = std::string("\x1f\0\0\0\xe0\x07\0\0\0\xf8\0\0", 12),
                           .pixels = pixels}))
                .pixels == Pixels{255, 90, 76}); // the second: green 32 of 63, blue 15 of 31
    // The fourth byte is no alpha.
    const GreyImage image =
        grey_of(bmp_file({.bits = 32, .pixels = std::string("\1\1\1\0\2\2\2\1\3\3\3\2", 12)}));
    REQUIRE(image.values == Values{1, 2, 3});
    REQUIRE(image.note.empty());
    REQUIRE_THAT(error_in(bmp_file({.bits = 32, .compression = 3, .palette = std::string(12, '\5')})),
                 ContainsSubstring("scattered bits"));
}

TEST_CASE("The rows of a TGA go either way") {
    const std::string pixels = "\1\2\3\4\5\6";
    REQUIRE(read(tga_file({.kind = 3, .bits = 8, .flags = '\x00', .pixels = pixels})).pixels ==
            Pixels{4, 5, 6, 1, 2, 3});
    REQUIRE(read(tga_file({.kind = 3, .bits = 8, .flags = '\x10', .pixels = pixels})).pixels ==
            Pixels{6, 5, 4, 3, 2, 1});
    REQUIRE(read(tga_file({.kind = 3, .bits = 8, .flags = '\x20', .pixels = pixels})).pixels ==
            Pixels{1, 2, 3, 4, 5, 6});
    REQUIRE(read(tga_file({.kind = 3, .bits = 8, .flags = '\x30', .pixels = pixels})).pixels ==
            Pixels{3, 2, 1, 6, 5, 4});
    REQUIRE(read(tga_file({.kind = 11, .bits = 8, .flags = '\x30', .pixels = "\x83\7\1\5\6"})).pixels ==
            Pixels{7, 7, 7, 6, 5, 7});
}

TEST_CASE("A TGA of a palette is read, and refused if a pixel has no colour in it") {
    const std::string red_and_blue("\0\0\xff\xff\0\0", 6);
    const auto file = [&](char kind, const std::string& pixels) {
        return tga_file({.kind = kind, .bits = 8, .map = red_and_blue, .pixels = pixels});
    };
    // The colours begin at number 5.
    REQUIRE(read(file(1, "\5\6\5\6\5\5")).pixels == Pixels{76, 29, 76, 29, 76, 76});
    REQUIRE(read(file(9, std::string("\x84\6\0\5", 4))).pixels == Pixels{29, 29, 29, 29, 29, 76});
    for (const std::string pixels : {"\5\6\5\6\5\7", "\5\6\5\6\5\4"})
        REQUIRE_THAT(error_in(file(1, pixels)), StartsWith("a pixel has colour ") &&
                                                    ContainsSubstring("2 colours from 5 on: it is damaged"));
    REQUIRE_THAT(error_in(file(9, "\x85\7")), StartsWith("a pixel has colour 7"));
}

TEST_CASE("The fourth byte of a TGA is its alpha only if its header says so") {
    const std::string pixels("\1\1\1\0\2\2\2\xff\3\3\3\0\4\4\4\xff\5\5\5\0\6\6\6\xff", 24);
    REQUIRE(read(tga_file({.kind = 2, .bits = 32, .flags = '\x20', .pixels = pixels})).pixels ==
            Pixels{1, 2, 3, 4, 5, 6});
    REQUIRE(read(tga_file({.kind = 2, .bits = 32, .flags = '\x28', .pixels = pixels})).pixels ==
            Pixels{0, 2, 0, 4, 0, 6});
    const std::string five_bits("\xff\x7f\0\x7c\x1f\0\xff\xff\0\xfc\x1f\x80", 12);
    REQUIRE(read(tga_file({.kind = 2, .bits = 16, .flags = '\x20', .pixels = five_bits})).pixels ==
            Pixels{255, 76, 29, 255, 76, 29});
    REQUIRE(read(tga_file({.kind = 2, .bits = 16, .flags = '\x21', .pixels = five_bits})).pixels ==
            Pixels{0, 0, 0, 255, 76, 29});
}

TEST_CASE(
    "A row of raw samples that ends early is seen also where stb_image asks for just its own buffer's size") {
    // 128 bytes more than the header: the size of one read of stb_image.
    std::string tga(18, '\0');
    tga[2] = 3;
    tga[16] = 8;
    for (const int width : {100, 127, 128, 129, 238, 239, 256, 300}) {
        tga[12] = static_cast<char>(width & 0xff);
        tga[13] = static_cast<char>(width >> 8);
        tga[14] = 2;
        const std::string whole = tga + std::string(2 * static_cast<std::size_t>(width), 'x');
        CAPTURE(width);
        REQUIRE(read(whole).pixels == Pixels(2 * static_cast<std::size_t>(width), 'x'));
        for (std::size_t missing = 1; missing < static_cast<std::size_t>(width); ++missing)
            REQUIRE(error_in(std::string_view(whole).substr(0, whole.size() - missing)) == truncated);
    }
}

} // namespace scanline::data::bmp_tga_test
