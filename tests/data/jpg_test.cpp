#include "pictures.h"

#include <algorithm>
#include <cstdlib>
#include <malloc.h>

namespace scanline::data::jpg_test {

using namespace test;

namespace {

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

} // namespace

TEST_CASE("A JPG is turned as its EXIF orientation says, in either order of bytes") {
    const Image image = blocks(24, 16);
    const std::string plain = jpg_of(image);
    const Image upright = read(plain);
    for (int orientation = 1; orientation <= 8; ++orientation) {
        CAPTURE(orientation);
        // The place in the displayed picture of the stored pixel in column x and row y (EXIF 2.3, 4.6.4 A).
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

} // namespace scanline::data::jpg_test
