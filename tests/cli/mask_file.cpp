#include "mask_file.h"

#include "data/files.h"
#include "scanline/core/random.h"
#include "scanline/data/npy.h"
#include "support/csv_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace scanline::test {

data::Image noise(int width, int height, std::uint64_t seed) {
    Random random(seed);
    data::Image image(width, height);
    std::ranges::generate(image.pixels, [&random] { return static_cast<std::uint8_t>(random.below(256)); });
    return image;
}

std::filesystem::path put_pgm(const std::filesystem::path& path, const data::Image& image) {
    const std::string pixels(image.pixels.begin(), image.pixels.end());
    return data::test::put(path, fmt::format("P5\n{} {}\n255\n", image.width, image.height) + pixels);
}

std::vector<int> survivors(const data::Image& image, double threshold, bool negate) {
    std::vector<int> all(image.pixels.size()), valid;
    std::iota(all.begin(), all.end(), 0);
    std::copy_if(all.begin(), all.end(), std::back_inserter(valid), [&](int position) {
        return (image.pixels[static_cast<std::size_t>(position)] >= threshold) != negate;
    });
    return valid;
}

std::vector<int> emitted(const std::string& emit, const data::Image& image,
                         const std::vector<int>& positions) {
    std::vector<int> numbers;
    for (const int position : positions) {
        if (emit == "indices")
            numbers.push_back(position);
        else if (emit == "values")
            numbers.push_back(image.pixels[static_cast<std::size_t>(position)]);
        else
            numbers.insert(numbers.end(), {position % image.width, position / image.width});
    }
    return numbers;
}

std::vector<int> read_emitted(const std::string& emit, const std::filesystem::path& path) {
    if (path.extension() == ".npy") {
        const data::NpyArray array = data::read_npy(path);
        CHECK(array.type == (emit == "values" ? data::ElementType::u8 : data::ElementType::i32));
        REQUIRE(array.shape.size() == (emit == "xy" ? 2 : 1));
        if (emit == "xy")
            CHECK(array.shape[1] == 2);
        const std::vector<std::int32_t> numbers = array.convert<std::int32_t>();
        return {numbers.begin(), numbers.end()};
    }
    const test::CsvFile table = test::read_csv(path);
    const std::vector<std::string> header = emit == "indices"  ? std::vector<std::string>{"index"}
                                            : emit == "values" ? std::vector<std::string>{"value"}
                                                               : std::vector<std::string>{"x", "y"};
    CHECK(table.header == header);
    std::vector<int> numbers;
    for (const auto& row : table.rows) {
        for (const std::string& field : row)
            numbers.push_back(std::stoi(field));
    }
    return numbers;
}

std::vector<int> sorted_elements(const std::string& emit, std::vector<int> numbers) {
    if (emit != "xy") {
        std::ranges::sort(numbers);
        return numbers;
    }
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
        pairs.emplace_back(numbers[i], numbers[i + 1]);
    std::ranges::sort(pairs);
    numbers.clear();
    for (const auto& [x, y] : pairs)
        numbers.insert(numbers.end(), {x, y});
    return numbers;
}

} // namespace scanline::test
