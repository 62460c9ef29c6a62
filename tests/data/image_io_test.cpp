#include "scanline/data/image_io.h"

#include "files.h"
#include "scanline/core/random.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <malloc.h>
#include <stb_image_write.h>
#include <unistd.h>

namespace image_io_test {

using namespace scanline;
using namespace scanline::data;
using namespace scanline::data::test;
using scanline::test::TemporaryFolder;

namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using Pixels = std::vector<std::uint8_t>;
using Values = std::vector<std::uint16_t>;

void append(void* text, void* data, int size) {
    static_cast<std::string*>(text)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

std::string bmp_of(const Image& image) {
    std::string bytes;
    REQUIRE(stbi_write_bmp_to_func(append, &bytes, image.width, image.height, image.channels,
                                   image.pixels.data()));
    return bytes;
}

/// Run-length encoded, like stb_image_write.
std::string tga_of(const Image& image) {
    std::string bytes;
    REQUIRE(stbi_write_tga_to_func(append, &bytes, image.width, image.height, image.channels,
                                   image.pixels.data()));
    return bytes;
}

std::string jpg_of(const Image& image) {
    std::string bytes;
    REQUIRE(stbi_write_jpg_to_func(append, &bytes, image.width, image.height, image.channels,
                                   image.pixels.data(), 95));
    return bytes;
}

std::string png_of(const Image& image) {
    const TemporaryFolder folder;
    write_png(folder / "a.png", image);
    return get(folder / "a.png");
}

/// CRC-32 of PNG, bit by bit (W3C, PNG specification, annex D).
std::uint32_t crc_of(std::string_view bytes) {
    std::uint32_t crc = 0xffffffff;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

std::string big_endian(std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(value >> shift & 0xff);
    return bytes;
}

std::string png_chunk(const std::string& type, const std::string& data) {
    return big_endian(static_cast<std::uint32_t>(data.size())) + type + data +
           big_endian(crc_of(type + data));
}

/// An uncompressed PNG with one row of greys from 1 on. surplus: bytes after the row.
std::string png_of_row(std::uint8_t width, const std::string& before_pixels = "",
                       const std::string& surplus = "", std::uint32_t adler_change = 0) {
    std::string row(1, '\0');
    for (char value = 1; value <= width; ++value)
        row += value;
    row += surplus;
    std::uint32_t a = 1, b = 0;
    for (const char value : row) {
        a = (a + static_cast<unsigned char>(value)) % 65521;
        b = (b + a) % 65521;
    }
    const auto size = static_cast<char>(row.size());
    const std::string stream =
        std::string{'\x78', '\x01', '\x01', size, '\0', static_cast<char>(~size), '\xff'} + row +
        big_endian((b << 16 | a) ^ adler_change);
    return std::string("\x89PNG\r\n\x1a\n") +
           png_chunk("IHDR", big_endian(width) + big_endian(1) + std::string("\x08\0\0\0\0", 5)) +
           before_pixels + png_chunk("IDAT", stream) + png_chunk("IEND", "");
}

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

/// A JPG of 8 x 8 pixels, whose channels are all 128. Not each channel needs to be in a scan.
std::string grey_jpg(int channels, const std::string& in_scan, const std::string& segment = "") {
    const auto segment_of = [](char marker, const std::string& content) {
        const auto size = static_cast<char>(content.size() + 2);
        return std::string{'\xff', marker, '\0', size} + content;
    };
    std::string frame{8, 0, 8, 0, 8, static_cast<char>(channels)}, scan(1, static_cast<char>(in_scan.size()));
    for (char channel = 1; channel <= channels; ++channel)
        frame += std::string{channel, 0x11, 0};
    for (const char channel : in_scan)
        scan += std::string{channel, 0};
    // Each table has one code, of one bit: there is nothing.
    const std::string code = '\1' + std::string(16, '\0');
    return "\xff\xd8" + segment + segment_of('\xdb', '\0' + std::string(64, '\1')) +
           segment_of('\xc0', frame) + segment_of('\xc4', '\0' + code + '\x10' + code) +
           segment_of('\xda', scan + std::string{0, 63, 0}) + '\0' + "\xff\xd9";
}

std::string pgm_of(const Image& image) {
    return "P5\n" + std::to_string(image.width) + " " + std::to_string(image.height) + "\n255\n" +
           std::string(image.pixels.begin(), image.pixels.end());
}

Image noise(int width, int height, int channels, std::uint64_t seed) {
    Random random(seed);
    Image image(width, height, channels);
    for (std::uint8_t& value : image.pixels)
        value = static_cast<std::uint8_t>(random.below(256));
    return image;
}

/// Few changes, so run-length encoding uses both kinds of packets.
Image blocks(int width, int height) {
    Image image(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            *image.pixel(x, y) = static_cast<std::uint8_t>(x < width / 2 ? 40 : 3 * x + y);
    return image;
}

Image read(std::string_view bytes, std::size_t max_pixels = 1 << 20) {
    const TemporaryFolder folder;
    return read_image(put(folder / "picture", bytes), max_pixels);
}

GreyImage grey_of(std::string_view bytes) {
    const TemporaryFolder folder;
    return read_grey(put(folder / "picture", bytes));
}

/// The error from reading a file, without "cannot read PATH: ".
std::string error_in(std::string_view bytes, std::size_t max_pixels = 1 << 20) {
    const TemporaryFolder folder;
    const std::filesystem::path path = put(folder / "picture", bytes);
    const std::string message = error_of([&] { read_image(path, max_pixels); });
    REQUIRE(message.find('\n') == std::string::npos);
    const std::string prefix = "cannot read " + path.string() + ": ";
    return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
}

const std::string truncated = "the file ends before the picture does; copy or save it again";
const std::string unknown =
    "it is not an image of a kind that is read; convert it to PNG, JPG, BMP, TGA, binary PGM or PPM";

/// BT.601 computed independently: in floating point, not rounded.
double grey(int red, int green, int blue) {
    return 0.299 * red + 0.587 * green + 0.114 * blue;
}

} // namespace

TEST_CASE("A PNG of one channel written and read again is the same") {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 7}, {13, 1}, {61, 47}, {256, 256}}) {
        const TemporaryFolder folder;
        const Image image = noise(width, height, 1, 5);
        write_png(folder / "a.png", image);
        REQUIRE(names_in(folder.path()) == std::vector<std::string>{"a.png"});
        const Image again = read_image(folder / "a.png");
        REQUIRE(again.width == width);
        REQUIRE(again.height == height);
        REQUIRE(again.channels == 1);
        REQUIRE(again.pixels == image.pixels);
    }
}

TEST_CASE("Colours are read as the grey of BT.601, over black as far as they are transparent") {
    for (const int channels : {3, 4}) {
        const Image colours = noise(40, 30, channels, 6);
        for (const std::string& bytes : {png_of(colours), bmp_of(colours), tga_of(colours)}) {
            const Image greys = read(bytes);
            REQUIRE(greys.channels == 1);
            for (int y = 0; y < 30; ++y)
                for (int x = 0; x < 40; ++x) {
                    const std::uint8_t* colour = colours.pixel(x, y);
                    const double opacity = channels == 4 ? colour[3] / 255.0 : 1.0;
                    // Rounded once as grey, and once more over black.
                    REQUIRE(*greys.pixel(x, y) ==
                            Catch::Approx(opacity * grey(colour[0], colour[1], colour[2])).margin(1 + 1e-9));
                }
            REQUIRE(grey_of(bytes).note.empty() == (channels == 3));
        }
    }
    REQUIRE(read(png_of(Image(3, 3, 3, 77))).pixels == Pixels(9, 77));
}

TEST_CASE("The alpha of a picture of one colour is the picture, and of an opaque one nothing") {
    Image mask(2, 2, 4);
    for (const std::uint8_t colour : Pixels{0, 200}) {
        for (std::size_t i = 0; i < 4; ++i) {
            std::fill_n(mask.pixel(0, 0) + 4 * i, 3, colour);
            mask.pixels[4 * i + 3] = static_cast<std::uint8_t>(85 * i);
        }
        for (const std::string& bytes : {png_of(mask), bmp_of(mask), tga_of(mask)}) {
            REQUIRE(read(bytes).pixels == Pixels{0, 85, 170, 255});
            REQUIRE_THAT(grey_of(bytes).note, Catch::Matchers::ContainsSubstring("alpha"));
        }
    }
    const std::string opaque = png_of(Image(2, 2, 4, 255));
    REQUIRE(read(opaque).pixels == Pixels(4, 255));
    REQUIRE(grey_of(opaque).note.empty());
}

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

TEST_CASE("A JPG is turned as its EXIF orientation says, in either order of bytes") {
    const Image image = blocks(24, 16);
    const std::string plain = jpg_of(image);
    const Image upright = read(plain);
    for (int orientation = 1; orientation <= 8; ++orientation) {
        CAPTURE(orientation);
        // Where the pixel in column x and row y of the stored picture is shown (EXIF 2.3, 4.6.4 A).
        const auto place = [&](int x, int y) {
            switch (orientation) {
            case 2: return std::pair(23 - x, y);
            case 3: return std::pair(23 - x, 15 - y);
            case 4: return std::pair(x, 15 - y);
            case 5: return std::pair(y, x);
            case 6: return std::pair(15 - y, x);
            case 7: return std::pair(15 - y, 23 - x);
            case 8: return std::pair(y, 23 - x);
            default: return std::pair(x, y);
            }
        };
        const std::string number(1, static_cast<char>(orientation)), zero(1, '\0');
        for (const std::string& tiff :
             {"MM" + from_hex("002a000000080001011200030000000100") + number + std::string(6, '\0'),
              "II" + from_hex("2a000800000001001201030001000000") + number + std::string(7, '\0')}) {
            const std::string exif = "Exif" + std::string(2, '\0') + tiff;
            const Image shown = read(plain.substr(0, 2) + "\xff\xe1" + zero +
                                     static_cast<char>(exif.size() + 2) + exif + plain.substr(2));
            REQUIRE(shown.width == (orientation < 5 ? 24 : 16));
            REQUIRE(shown.height == (orientation < 5 ? 16 : 24));
            for (int y = 0; y < 16; ++y)
                for (int x = 0; x < 24; ++x)
                    REQUIRE(*shown.pixel(place(x, y).first, place(x, y).second) == *upright.pixel(x, y));
        }
    }
}

TEST_CASE("A CMYK JPG is read if Adobe's marker says how, and refused otherwise") {
    const std::string adobe = from_hex("ffee000e41646f626500640000000000");
    REQUIRE(read(grey_jpg(4, {1, 2, 3, 4}, adobe)).pixels == Pixels(64, 64)); // 128 / 255 of ink left, twice
    REQUIRE(error_in(grey_jpg(4, {1, 2, 3, 4})) ==
            "it is CMYK, and no Adobe marker says whether 0 is no ink or all; convert it to RGB");
}

#ifdef M_PERTURB
TEST_CASE("A JPG without the scan of a channel is read alike, whatever was in the memory before") {
    const std::string bytes = grey_jpg(3, {1, 2});
    std::vector<Pixels> found;
    for (const int filled_with : {0x55, 0xaa}) {
        mallopt(M_PERTURB, filled_with);
        found.push_back(read(bytes).pixels);
    }
    mallopt(M_PERTURB, 0);
    REQUIRE(found[0] == found[1]);
}
#endif

TEST_CASE("A JPG is read close to what was written") {
    const Image image = blocks(40, 24);
    const Image again = read(jpg_of(image));
    REQUIRE(again.width == 40);
    REQUIRE(again.height == 24);
    int largest = 0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        largest = std::max(largest, std::abs(again.pixels[i] - image.pixels[i]));
    REQUIRE(largest <= 24);
}

TEST_CASE("Pictures of 16 bits keep their values in PNG, PGM and PPM, and become 8 bits rounded") {
    const Values values{0, 1, 127, 128, 244, 255, 256, 0x12ff, 0x7fff, 0x8000, 0xfffe, 0xffff};
    std::string samples, colours;
    for (const unsigned value : values) {
        const std::string sample{static_cast<char>(value >> 8), static_cast<char>(value & 0xff)};
        samples += sample;
        colours += sample + sample + sample;
    }
    const TemporaryFolder folder;
    write_png(folder / "a.png", GreyImage{12, 1, 65535, values});
    for (const std::string& bytes :
         {"P5 12 1 65535\n" + samples, "P6 12 1 65535\n" + colours, get(folder / "a.png")}) {
        const GreyImage image = grey_of(bytes);
        REQUIRE(image.white == 65535);
        REQUIRE(image.values == values);
        REQUIRE(read(bytes).pixels == Pixels{0, 0, 0, 0, 1, 1, 1, 19, 127, 128, 255, 255});
    }
    write_png(folder / "b.png", GreyImage{3, 1, 255, {0, 7, 255}});
    REQUIRE(grey_of(get(folder / "b.png")).values == Values{0, 7, 255});
    REQUIRE(grey_of(get(folder / "b.png")).white == 255);
}

TEST_CASE("PNG of 16 bits, of a palette and with alpha are read as 8 bits of grey") {
    REQUIRE(read(from_hex("89504e470d0a1a0a0000000d49484452000000030000000110000000006e1b972b0000000f49444154"
                          "78da6310fadfc0"
                          "f0ff3f000a6b03902b88814f0000000049454e44ae426082"))
                .pixels == Pixels{19, 128, 255}); // of 0x12ff, 0x8000, 0xffff
    REQUIRE(read(from_hex("89504e470d0a1a0a0000000d4948445200000002000000010803000000c3fc8fb800000006504c5445"
                          "ff00000000ff6c"
                          "a1fd8e0000000b4944415478da6360600400000400022cde48ad0000000049454e44ae426082"))
                .pixels == Pixels{76, 29}); // red, blue
    REQUIRE(read(from_hex("89504e470d0a1a0a0000000d49484452000000010000000208060000009981b6270000001249444154"
                          "78da6360f8cfc0"
                          "c0c02522f71f0009a1023b6c134aab0000000049454e44ae426082"))
                .pixels == Pixels{0, 18}); // (0, 255, 0) with zero alpha, (10, 20, 30)
    REQUIRE(read(from_hex("89504e470d0a1a0a0000000d49484452000000020000000108040000005e2bb7010000000d49444154"
                          "78da636067e0fc"
                          "0f00013201107eff941d0000000049454e44ae426082"))
                .pixels == Pixels{0, 9});
    REQUIRE(read(from_hex("89504e470d0a1a0a0000000d4948445200000001000000011002000000c0e78f9d0000000f49444154"
                          "78da63f8cfc8c0c4c00c00060f01060a4efc1e0000000049454e44ae426082"))
                .pixels == Pixels{76}); // 0xff01, 0x0002, 0x0003
}

TEST_CASE("PNG of one and two bits are read as greys from black to white") {
    REQUIRE(read(from_hex("89504e470d0a1a0a0000000d4948445200000003000000010100000000339b29190000000a49444154"
                          "78da6358000000a200a17105cb410000000049454e44ae426082"))
                .pixels == Pixels{255, 0, 255});
    REQUIRE(read(from_hex("89504e470d0a1a0a0000000d494844520000000400000001020000000096e748b00000000a49444154"
                          "78da63900600001d001c237c8fac0000000049454e44ae426082"))
                .pixels == Pixels{0, 85, 170, 255});
}

TEST_CASE("A colour or a palette entry of a PNG may be transparent") {
    REQUIRE(
        read(from_hex("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000674524e53"
                      "000a0014001ec53629ff0000000c4944415478da63e0129103000068003d6af5705b0000000049454e44"
                      "ae426082"))
            .pixels == Pixels{0}); // (10, 20, 30), the transparent colour
    REQUIRE(
        read(from_hex("89504e470d0a1a0a0000000d4948445200000002000000010803000000c3fc8fb800000006504c5445"
                      "ff00000000ff6ca1fd8e0000000274524e5300809b2b4e180000000b4944415478da6360600400000400"
                      "022cde48ad0000000049454e44ae426082"))
            .pixels == Pixels{0, 15});
}

TEST_CASE("Interlaced PNG are read, of greys and of colours") {
    Pixels expected;
    for (int y = 0; y < 5; ++y)
        for (int x = 0; x < 6; ++x)
            expected.push_back(static_cast<std::uint8_t>(40 * y + x));
    REQUIRE(
        read(from_hex("89504e470d0a1a0a0000000d49484452000000060000000508000000013434f2ac0000003149444154"
                      "78da636060606158b08481896111434050080323332b43607028c3c2c54b193434b5b47574192a2aabaa"
                      "6b6a01a3a009ac3de08ebb0000000049454e44ae426082"))
            .pixels == expected);
    REQUIRE(
        read(from_hex("89504e470d0a1a0a0000000d49484452000000060000000508020000019e3d3a270000005849444154"
                      "78da0dc10501c0201000c0c7baa05dd02e6817b4e77607f0a394c29cf3de0b1863d87b83b5d67b1f6304"
                      "841021843106ceb910424a09d65ae79cf71e70ce8510524aa594d6da180339e7524aadb5b5d67b1f637c"
                      "02161d029eebae150000000049454e44ae426082"))
            .pixels == expected);
}

TEST_CASE("No byte of a PNG can be changed without an error") {
    const TemporaryFolder folder;
    for (const auto& [kind, whole] :
         {std::pair{"greys", png_of(blocks(19, 9))},
          {"colours", png_of(noise(5, 4, 3, 8))},
          {"a text besides", png_of_row(5, png_chunk("tEXt", std::string("Title\0A row", 11)))}}) {
        CAPTURE(kind);
        REQUIRE_NOTHROW(read(whole));
        for (std::size_t at = 0; at < whole.size(); ++at)
            for (const int change : {0x01, 0xff}) {
                CAPTURE(at, change);
                std::string changed = whole;
                changed[at] = static_cast<char>(changed[at] ^ change);
                REQUIRE(error_of([&] { read_image(put(folder / "changed.png", changed), 1 << 20); }) !=
                        "no error");
            }
    }
}

TEST_CASE("A PNG whose data does not have its checksum, or goes on behind its last row, is damaged") {
    REQUIRE(read(png_of_row(3)).pixels == Pixels{1, 2, 3});
    const std::string damaged = "it is damaged (libpng: ";
    REQUIRE_THAT(error_in(png_of_row(3, "", "", 1)), Catch::Matchers::StartsWith(damaged));
    REQUIRE_THAT(error_in(png_of_row(3, "", "surplus")), Catch::Matchers::StartsWith(damaged));
}

TEST_CASE("What a PNG holds beside its picture is passed over") {
    // A text that falsely claims to be compressed, an invalid colour profile, an unknown chunk.
    const std::string others = png_chunk("zTXt", std::string("Title\0\0no zlib", 14)) +
                               png_chunk("iCCP", std::string("Name\0\0no zlib", 13)) +
                               png_chunk("gAMA", std::string(4, '\0')) + png_chunk("abCd", "anything");
    REQUIRE(read(png_of_row(3, others)).pixels == Pixels{1, 2, 3});
    REQUIRE(read(png_of_row(3, png_chunk("teXt", std::string(1 << 20, 'x')))).pixels == Pixels{1, 2, 3});
}

TEST_CASE("Binary PGM and PPM are read, with comments, other maximal values and 16 bits") {
    REQUIRE(read("P5 3 1 255\nabc").pixels == Pixels{'a', 'b', 'c'});
    REQUIRE(read("P5\n# a comment 9 9\n2 # and another\n 2\n255\n\n  z").pixels ==
            Pixels{'\n', ' ', ' ', 'z'});
    REQUIRE(read("P5 3 1 255\nabc and more").pixels == Pixels{'a', 'b', 'c'});
    REQUIRE(read(std::string("P6 2 1 255\n\xff\x00\x00\x00\x00\xff", 17)).pixels == Pixels{76, 29});
    const std::string nibbles("P5 4 1 15\n\x00\x01\x0f\x10", 14);
    REQUIRE(read(nibbles).pixels == Pixels{0, 17, 255, 255});
    REQUIRE(grey_of(nibbles).values == Values{0, 1, 15, 15});
    REQUIRE(grey_of(nibbles).white == 15);
    REQUIRE(read(std::string("P5 3 1 65535\n\x00\x00\x80\x00\xff\xff", 19)).pixels == Pixels{0, 128, 255});
    REQUIRE(read(std::string("P6 1 1 65535\n\xff\xff\x00\x00\x00\x00", 19)).pixels == Pixels{76});
}

TEST_CASE("A picture that ends early is never half a picture, wherever it ends") {
    const Image image = blocks(19, 9);
    Image colours = noise(11, 5, 3, 8);
    for (const auto& [kind, bytes] : {std::pair{"png", png_of(image)},
                                      {"png of colours", png_of(colours)},
                                      {"jpg", jpg_of(image)},
                                      {"jpg of colours", jpg_of(colours)},
                                      {"bmp", bmp_of(image)},
                                      {"bmp of colours", bmp_of(colours)},
                                      {"tga", tga_of(image)},
                                      {"tga of colours", tga_of(colours)},
                                      {"pgm", pgm_of(image)}}) {
        CAPTURE(kind);
        REQUIRE_NOTHROW(read(bytes));
        // A BMP ends with row padding, a TGA with a footer; a reader needs neither.
        const std::size_t rows_end = std::string_view(kind).starts_with("bmp") ? 3 : 0;
        for (std::size_t size = 1; size + rows_end < bytes.size(); ++size) {
            CAPTURE(size);
            const std::string message = error_in(std::string_view(bytes).substr(0, size));
            REQUIRE((message == truncated || message == unknown));
            if (size > bytes.size() / 2)
                REQUIRE(message == truncated);
        }
    }
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

TEST_CASE("A PNG whose data is shorter than its size says is damaged") {
    REQUIRE_THAT(
        error_in(from_hex(
            "89504e470d0a1a0a0000000d49484452000000040000000408000000008c9ac1a20000000a4944415478da63600400"
            "00030002e67da7670000000049454e44ae426082")),
        Catch::Matchers::StartsWith("it is damaged (libpng: ") &&
            Catch::Matchers::EndsWith("); copy or save it again"));
}

TEST_CASE("A picture without pixels is reported by its size") {
    REQUIRE(error_in("P5 0 0 255\n") == "it is 0 x 0 pixels; a picture has at least 1 x 1");
    REQUIRE(error_in("P5 0 3 255\n") == "it is 0 x 3 pixels; a picture has at least 1 x 1");
    REQUIRE(
        error_in(from_hex(
            "89504e470d0a1a0a0000000d49484452000000000000000008000000001ee023ce000000084944415478da03000000"
            "00016fddc9910000000049454e44ae426082")) == "it is 0 x 0 pixels; a picture has at least 1 x 1");
    std::string bmp = bmp_of(Image(2, 2, 3));
    bmp.replace(18, 8, 8, '\0');
    REQUIRE(error_in(bmp) == "it is 0 x 0 pixels; a picture has at least 1 x 1");
}

TEST_CASE("A picture over the limit is reported by its size, before it is decoded") {
    REQUIRE(error_in("P5 70000 70000 255\n", 1000) ==
            "it is 70000 x 70000 pixels, more than the limit of 1000 pixels; make it smaller first");
    REQUIRE(error_in("P5 4294967295 4294967295 255\n", ~std::size_t{0}) ==
            "it is 4294967295 x 4294967295 pixels, more than the limit of 18446744073709551615 pixels; make "
            "it smaller "
            "first");
    REQUIRE(
        error_in(from_hex(
            "89504e470d0a1a0a0000000d49484452000186a0000186a008000000008d395414000000094944415478da63000000"
            "010001b10db6930000000049454e44ae426082")) ==
        "it is 100000 x 100000 pixels, more than the limit of 1048576 pixels; make it smaller first");
    const Image image = blocks(40, 25);
    for (const std::string& bytes :
         {png_of(image), jpg_of(image), bmp_of(image), tga_of(image), pgm_of(image)}) {
        REQUIRE(error_in(bytes, 999) ==
                "it is 40 x 25 pixels, more than the limit of 999 pixels; make it smaller first");
        REQUIRE_NOTHROW(read(bytes, 1000));
    }
}

TEST_CASE("A file without an end is read no further than a picture of so many pixels can go") {
    REQUIRE(error_of([] { read_image("/dev/zero", 1000); }) ==
            "cannot read /dev/zero: it has more than the 16793216 bytes that are read; give a smaller file");
}

TEST_CASE("Netpbm files that are not binary PGM or PPM are named") {
    const std::string rest =
        " (text, bitmap or PAM) file of the Netpbm kinds, of which the binary P5 (PGM) and P6 (PPM) "
        "are read; convert it to PNG";
    REQUIRE(error_in("P2 2 1 255\n1 2\n") == "it is a P2" + rest);
    REQUIRE(error_in("P4 8 1\n1") == "it is a P4" + rest);
    REQUIRE(error_in("P7\nWIDTH 1\n") == "it is a P7" + rest);
}

TEST_CASE("A PGM with a damaged header is reported with what is wrong") {
    REQUIRE(error_in("P5 x 1 255\n1") ==
            "its header is not width, height and maximal value; the file is damaged");
    REQUIRE(error_in("P5 -1 1 255\n1") ==
            "its header is not width, height and maximal value; the file is damaged");
    REQUIRE(error_in("P5 99999999999 1 255\n1") ==
            "its header has a number of more than 32 bits; the file is damaged");
    REQUIRE(error_in("P5 1 1 255x1") == "its header does not end in a space; the file is damaged");
    REQUIRE(error_in("P5 1 1 0\n1") == "its maximal value is 0, outside 1 to 65535; the file is damaged");
    REQUIRE(error_in("P5 1 1 65536\n11") ==
            "its maximal value is 65536, outside 1 to 65535; the file is damaged");
    REQUIRE(error_in("P5 1 # a comment without end") == truncated);
}

TEST_CASE("Files that are no image that is read are reported, by their kind where it is known") {
    REQUIRE(error_in("") == "the file is empty; copy or save it again");
    REQUIRE(error_in("hello, world\n") == unknown);
    REQUIRE(error_in(std::string(1000, '\0')) == unknown);
    const std::string rest = " file, which is not read; convert it to PNG, JPG, BMP, TGA, binary PGM or PPM";
    REQUIRE(error_in("GIF89a and more") == "it is a GIF" + rest);
    REQUIRE(error_in("8BPS and more") == "it is a Photoshop" + rest);
    REQUIRE(error_in(std::string_view("II*\0 and more", 13)) == "it is a TIFF" + rest);
    REQUIRE(error_in("RIFF1234WEBP") == "it is a WebP" + rest);
}

TEST_CASE("A picture that is missing or a folder is reported with its path") {
    const TemporaryFolder folder;
    const std::string missing = (folder / "missing.png").string();
    REQUIRE(error_of([&] { read_image(missing); }) ==
            "cannot read " + missing + ": there is no such file; check the name");
    REQUIRE(error_of([&] { read_image(folder.path()); }) ==
            "cannot read " + folder.path().string() + ": it is a folder; name a file in it");
    const std::string below = (put(folder / "file", "x") / "a.png").string();
    REQUIRE(error_of([&] { read_image(below); }) ==
            "cannot read " + below + ": a part of the path is not a folder; check the name");
}

TEST_CASE("A picture that may not be read is reported with its path") {
    if (geteuid() == 0) {
        WARN("skipped: the administrator may read every file");
        return;
    }
    const TemporaryFolder folder;
    const std::filesystem::path path = put(folder / "a.png", "x");
    std::filesystem::permissions(path, std::filesystem::perms::none);
    REQUIRE(error_of([&] { read_image(path); }) ==
            "cannot read " + path.string() + ": you may not read it; ask for the permission");
}

TEST_CASE("An image that no PNG can hold is not written") {
    const TemporaryFolder folder;
    const std::string path = (folder / "a.png").string();
    const auto error_with = [&](const Image& image) {
        const std::string message = error_of([&] { write_png(path, image); }, ErrorKind::usage);
        const std::string prefix = "cannot write " + path + ": ";
        return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
    };
    REQUIRE(error_with(Image(0, 3)) == "the image is 0 x 3 pixels; a PNG has at least 1 x 1");
    REQUIRE(error_with(Image(2, 3, 2)) == "the image has 2 channels; ask for 1, 3 or 4");
    Image short_one(2, 3);
    short_one.pixels.pop_back();
    REQUIRE(error_with(short_one) == "the image holds 5 bytes where its size says 6; give it as many");
    REQUIRE(names_in(folder.path()).empty());
}

TEST_CASE("A PNG that cannot be written leaves the old one") {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "missing" / "a.png";
    REQUIRE(error_of([&] { write_png(path, Image(2, 2)); }) ==
            "cannot write " + path.string() + ": there is no folder " + path.parent_path().string() +
                "; make it first");
}

} // namespace image_io_test
