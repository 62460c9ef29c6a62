#include "masks.h"

#include "scanline/core/error.h"
#include "scanline/data/image.h"

#include <array>
#include <exception>
#include <filesystem>
#include <iomanip>
#include <iostream>

namespace {

using scanline::Error;
using scanline::ErrorKind;
using scanline::data::Image;
namespace masks = scanline::masks;

struct Mask {
    const char* file_name;
    std::size_t valid;
    Image (*make)();
};

constexpr std::array<Mask, 3> all_masks = {{{"hand.png", masks::hand_valid, masks::make_hand},
                                            {"bunny.png", masks::bunny_valid, masks::make_bunny},
                                            {"finger.png", masks::finger_valid, masks::make_finger}}};

void make(const Mask& mask, const std::filesystem::path& folder) {
    const Image image = mask.make();
    const std::size_t valid = scanline::data::count_at_least(image, 128);
    if (valid != mask.valid)
        throw Error(ErrorKind::mismatch, std::string(mask.file_name) + " has " + std::to_string(valid) +
                                             " valid pixels, not the " + std::to_string(mask.valid) +
                                             " it must");
    scanline::data::write_png(folder / mask.file_name, image);
    const double percent = 100.0 * static_cast<double>(valid) / static_cast<double>(image.pixel_count());
    std::cout << std::left << std::setw(12) << mask.file_name << std::right << std::setw(8) << valid
              << " valid " << std::fixed << std::setprecision(2) << std::setw(6) << percent << " %\n";
}

} // namespace

int main(int argument_count, char** arguments) try {
    if (argument_count != 2 || arguments[1][0] == '-' || arguments[1][0] == '\0') {
        std::cerr << "usage: make_masks FOLDER   (writes hand.png, bunny.png and finger.png there)\n";
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    if (!std::filesystem::is_directory(folder))
        throw Error("make_masks: " + folder.string() + " is not a folder: make it first");
    for (const Mask& mask : all_masks)
        make(mask, folder);
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
