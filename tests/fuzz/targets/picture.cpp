// Pictures and the masks that they are.
#include "damage.h"
#include "makers.h"
#include "scanline/data/mask.h"
#include "target.h"

namespace scanline::fuzz {

const Target picture_target{
    "picture",
    [](Bytes bytes, Folder folder) {
        constexpr std::size_t most = 1 << 20;
        const std::string right = with_right_checksums(bytes);
        const data::Mask mask = data::read_mask(file_of(right, folder, "mask.png"), most);
        require(valid_numbers(mask.numbers, mask.default_threshold(), false).size() ==
                    static_cast<std::size_t>(mask.width) * static_cast<std::size_t>(mask.height),
                "a mask has other numbers than pixels");
        if (mask.white != 255 && mask.white != 65535) // a PNG has no other
            return;
        const auto read = [&](Bytes from) {
            return data::read_grey(file_of(from, folder, "read.png"), most).values;
        };
        const auto write = [&](const std::vector<std::uint16_t>& values) {
            data::write_png(folder / "out.png",
                            data::GreyImage{mask.width, mask.height, *mask.white, values});
            return get(folder / "out.png");
        };
        require_round_trip(right, read, write);
    },
    [] {
        Random random(1);
        std::vector<std::string> seeds{"P5 2 1 1000\nabcd", "P6\n# c\n1 1 255\nabc"};
        for (int i = 0; i < 12; ++i)
            seeds.push_back(random_png(random));
        for (const auto file : {pgm_file, bmp_file, tga_file, jpg_file})
            seeds.push_back(file(data::Image(5, 3, 1 + 2 * static_cast<int>(seeds.size() % 2), 77)));
        return seeds;
    }};

} // namespace scanline::fuzz
