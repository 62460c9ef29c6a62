#include "pictures.h"

#include <algorithm>
#include <unistd.h>

namespace scanline::data::image_io_test {

using namespace test;

namespace {

/// BT.601 computed independently: in floating point, not rounded.
double grey(int red, int green, int blue) {
    return 0.299 * red + 0.587 * green + 0.114 * blue;
}

} // namespace

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

} // namespace scanline::data::image_io_test
