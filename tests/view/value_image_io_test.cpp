#include "scenes/compaction/run_trace.h"

#include "scanline/core/error.h"
#include "scanline/data/image.h"
#include "scanline/data/npy.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <fstream>

namespace scanline::view::compaction::value_image_io_test {

using Catch::Matchers::ContainsSubstring;

namespace {

constexpr int side = 16'384;

template <class T>
void write_array(const std::filesystem::path& path, const std::vector<T>& values,
                 std::vector<std::size_t> shape) {
    data::write_npy(path, data::make_npy<T>(values, std::move(shape)));
}

} // namespace

TEST_CASE("a picture is read as its grey values, an array as its numbers") {
    const scanline::test::TemporaryFolder folder;
    data::Image picture(3, 2);
    picture.pixels = {0, 50, 100, 150, 200, 255};
    data::write_png(folder / "a.png", picture);
    const ValueImage grey = read_value_image(folder / "a.png", side);
    CHECK(grey.name == "a.png");
    CHECK(grey.width == 3);
    CHECK(grey.height == 2);
    CHECK(grey.values == std::vector<float>{0, 50, 100, 150, 200, 255});
    CHECK(grey.range == ValueRange{0, 255});

    data::write_png(folder / "deep.png", data::GreyImage{2, 1, 65535, {244, 65535}});
    CHECK(read_value_image(folder / "deep.png", side).values == std::vector<float>{244, 65535});
    CHECK(read_value_image(folder / "deep.png", side).range == ValueRange{0, 65535});
    CHECK(read_value_image(folder / "deep.png", side).threshold == 32768);
    CHECK(grey.threshold == 128);
    CHECK(grey.note.empty());
    data::Image clear(2, 1, 4, 255);
    clear.pixels[3] = 0;
    data::write_png(folder / "clear.png", clear);
    CHECK(read_value_image(folder / "clear.png", side).note.starts_with("it has a single colour"));

    write_array<double>(folder / "b.npy", {-1.5, 2, 3, 4.25}, {2, 2});
    const ValueImage numbers = read_value_image(folder / "b.npy", side);
    CHECK(numbers.width == 2);
    CHECK(numbers.values == std::vector<float>{-1.5f, 2, 3, 4.25f});
    CHECK(numbers.range == ValueRange{-1.5f, 4.25f});
    CHECK(numbers.threshold == 1);

    write_array<std::int32_t>(folder / "c", {7, 8, 9}, {3}); // told by what is in it
    const ValueImage row = read_value_image(folder / "c", side);
    CHECK(row.width == 3);
    CHECK(row.height == 1);
}

TEST_CASE("what cannot be shown is refused with the path, the limit and what to do") {
    const scanline::test::TemporaryFolder folder;
    const auto refused = [&](const char* name) {
        try {
            read_value_image(folder / name, side);
        } catch (const Error& error) {
            const std::string text = error.what();
            CHECK(text.find('\n') == std::string::npos);
            CHECK_THAT(text, ContainsSubstring((folder / name).string()));
            return text;
        }
        return std::string("nothing");
    };
    data::write_png(folder / "wide.png", data::Image(30'000, 2));
    CHECK_THAT(refused("wide.png"), ContainsSubstring("30000 x 2") && ContainsSubstring("16384"));
    write_array<std::uint8_t>(folder / "wide.npy", std::vector<std::uint8_t>(60'000), {2, 30'000});
    CHECK_THAT(refused("wide.npy"), ContainsSubstring("30000 x 2") && ContainsSubstring("16384"));
    data::write_png(folder / "high.png", data::Image(2, 30'000));
    CHECK_THAT(refused("high.png"), ContainsSubstring("2 x 30000") && ContainsSubstring("16384"));
    data::write_png(folder / "large.png", data::Image(4097, 4096));
    CHECK_THAT(refused("large.png"), ContainsSubstring("16777216"));
    write_array<std::uint8_t>(folder / "large.npy", std::vector<std::uint8_t>(4097 * 4096), {4096, 4097});
    CHECK_THAT(refused("large.npy"), ContainsSubstring("16777216"));
    write_array<float>(folder / "none.npy", {}, {0, 5});
    CHECK_THAT(refused("none.npy"), ContainsSubstring("5 x 0"));
    write_array<float>(folder / "cube.npy", {1}, {1, 1, 1});
    CHECK_THAT(refused("cube.npy"), ContainsSubstring("3 dimensions"));
    std::ofstream(folder / "broken.npy") << "\x93NUMPY";
    CHECK_THAT(refused("broken.npy"), ContainsSubstring("cannot read"));
    std::ofstream(folder / "empty.png").flush();
    CHECK_THAT(refused("empty.png"), ContainsSubstring("empty"));
    std::ofstream(folder / "text.png") << "not a picture";
    CHECK_THAT(refused("text.png"), ContainsSubstring("not an image"));
    std::filesystem::create_directory(folder / "folder.png");
    CHECK_THAT(refused("folder.png"), ContainsSubstring("folder"));
    CHECK_THAT(refused("missing.png"), ContainsSubstring("no such file"));
}

} // namespace scanline::view::compaction::value_image_io_test
