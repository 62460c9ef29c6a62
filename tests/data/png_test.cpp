#include "pictures.h"

namespace scanline::data::png_test {

using namespace test;

namespace {

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

TEST_CASE("A PNG whose data is shorter than its size says is damaged") {
    REQUIRE_THAT(
        error_in(from_hex(
            "89504e470d0a1a0a0000000d49484452000000040000000408000000008c9ac1a20000000a4944415478da63600400"
            "00030002e67da7670000000049454e44ae426082")),
        Catch::Matchers::StartsWith("it is damaged (libpng: ") &&
            Catch::Matchers::EndsWith("); copy or save it again"));
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

} // namespace scanline::data::png_test
