#include "scanline/data/animated_png.h"

#include "pictures.h"

#include <array>
#include <cstring>
#include <png.h>
#include <zlib.h>

namespace scanline::data::animated_png_test {

using namespace test;

namespace {

struct Frame {
    Image picture; ///< as it is shown
    int hundredths;
    int width, height; ///< of the part that is stored
};

std::uint32_t number(std::string_view bytes, std::size_t at, std::size_t size = 4) {
    std::uint32_t value = 0;
    for (const char c : bytes.substr(at, size))
        value = value << 8 | static_cast<unsigned char>(c);
    return value;
}

std::string chunk(const std::string& type, const std::string& data) {
    const std::string summed = type + data;
    const auto crc =
        crc32(0, reinterpret_cast<const Bytef*>(summed.data()), static_cast<uInt>(summed.size()));
    return big_endian(static_cast<std::uint32_t>(data.size())) + summed +
           big_endian(static_cast<std::uint32_t>(crc));
}

/// Decoded by libpng.
Image decoded(const std::string& png) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    REQUIRE(png_image_begin_read_from_memory(&image, png.data(), png.size()) != 0);
    image.format = PNG_FORMAT_RGB;
    Image result(static_cast<int>(image.width), static_cast<int>(image.height), 3);
    REQUIRE(png_image_finish_read(&image, nullptr, result.pixels.data(), 0, nullptr) != 0);
    return result;
}

/// Composes the frames of an animation of RGB, and checks its chunks.
std::vector<Frame> frames_of(const std::string& file) {
    std::vector<Frame> frames;
    std::string header, control, pixels;
    std::uint32_t declared = 0, sequence = 0;
    Image shown;
    const auto end_frame = [&] {
        if (control.empty())
            return;
        std::string own = header;
        own.replace(0, 8, control.substr(4, 8));
        const Image part =
            decoded(file.substr(0, 8) + chunk("IHDR", own) + chunk("IDAT", pixels) + chunk("IEND", ""));
        for (int y = 0; y < part.height; ++y)
            std::memcpy(
                shown.pixel(static_cast<int>(number(control, 12)), static_cast<int>(number(control, 16)) + y),
                part.pixel(0, y), static_cast<std::size_t>(3 * part.width));
        CHECK(number(control, 22, 2) == 100);
        CHECK(number(control, 24, 2) == 0);
        frames.push_back({shown, static_cast<int>(number(control, 20, 2)), part.width, part.height});
        pixels.clear();
    };
    for (std::size_t at = 8; at < file.size();) {
        const std::string type = file.substr(at + 4, 4), data = file.substr(at + 8, number(file, at));
        REQUIRE(file.substr(at, data.size() + 12) == chunk(type, data));
        at += data.size() + 12;
        if (type == "IHDR") {
            header = data;
            shown = Image(static_cast<int>(number(data, 0)), static_cast<int>(number(data, 4)), 3);
        } else if (type == "acTL") {
            declared = number(data, 0);
        } else if (type == "fcTL") {
            end_frame();
            control = data;
            CHECK(number(data, 0) == sequence++);
        } else if (type == "fdAT") {
            CHECK(number(data, 0) == sequence++);
            pixels += data.substr(4);
        } else if (type == "IDAT") {
            CHECK(frames.empty());
            pixels += data;
        } else {
            CHECK(type == "IEND");
            CHECK(at == file.size());
        }
    }
    end_frame();
    CHECK(declared == frames.size());
    return frames;
}

} // namespace

TEST_CASE("An animation decodes to its frames: changed parts alone are stored, equal frames last longer") {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "a.apng";
    const Image first = noise(40, 30, 3, 1);
    Image corner = first, middle;
    *corner.pixel(39, 29) ^= 1;
    middle = corner;
    *middle.pixel(10, 4) ^= 1;
    *middle.pixel(12, 9) ^= 1;
    {
        AnimatedPng animation(path, 0.5);
        for (const Image& image : {first, corner, corner, middle, first, first})
            animation.add(image);
        CHECK_FALSE(std::filesystem::exists(path));
        animation.finish();
    }
    CHECK(names_in(folder.path()) == std::vector<std::string>{"a.apng"});
    const std::string file = get(path);
    const std::vector<Frame> frames = frames_of(file);
    REQUIRE(frames.size() == 4);
    const std::vector<const Image*> pictures{&first, &corner, &middle, &first};
    const std::vector<std::array<int, 3>> others{{50, 40, 30}, {100, 1, 1}, {50, 3, 6}, {300, 30, 26}};
    for (std::size_t i = 0; i < frames.size(); ++i) {
        CAPTURE(i);
        const bool same = frames[i].picture.pixels == pictures[i]->pixels;
        CHECK(same);
        CHECK(std::array{frames[i].hundredths, frames[i].width, frames[i].height} == others[i]);
    }
    // Where animations are not known it is a picture of the first frame.
    const bool still = decoded(file).pixels == first.pixels;
    CHECK(still);
}

TEST_CASE("The times of equal frames end where a frame's can") {
    const TemporaryFolder folder;
    AnimatedPng animation(folder / "a.apng", 400);
    animation.add(Image(2, 1, 3));
    animation.add(Image(2, 1, 3));
    animation.finish();
    CHECK(frames_of(get(folder / "a.apng")).at(0).hundredths == 65535);
}

TEST_CASE("An animation that is not finished leaves what was there, and frames have one size") {
    const TemporaryFolder folder;
    const std::filesystem::path path = put(folder / "a.apng", "old");
    {
        AnimatedPng animation(path, 0.5);
        animation.add(Image(4, 3, 3));
        CHECK(error_of([&] { animation.add(Image(3, 4, 3)); }) ==
              "cannot write " + path.string() + ": its frames differ in size; keep that of the window");
    }
    CHECK(names_in(folder.path()) == std::vector<std::string>{"a.apng"});
    CHECK(get(path) == "old");
    CHECK(error_of([] { AnimatedPng("/nowhere/a.apng", 1); }).find("there is no folder /nowhere") !=
          std::string::npos);
}

} // namespace scanline::data::animated_png_test
