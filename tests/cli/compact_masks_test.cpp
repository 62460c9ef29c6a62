// Masks other than pictures of 8 bits: thresholds and values in the units of the file.
#include "arrays.h"
#include "mask_file.h"

#include "scanline/data/image.h"
#include "support/temporary_folder.h"

#include <fmt/format.h>
#include <limits>

namespace compact_masks_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using data::test::get;
using data::test::put;

namespace fs = std::filesystem;

namespace {

// The positions, or with emit the values, that the CPU keeps; the message if there is one.
struct Kept {
    std::string message;
    data::NpyArray array;
};

Kept compact(const fs::path& mask, const Arguments& more = {}) {
    const fs::path output = mask.parent_path() / "out.npy";
    Arguments arguments{"compact", mask.string(), "--backend", "cpu", "-o", output.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run(arguments, without_opengl());
    REQUIRE(outcome.exit_code == 0);
    return {outcome.err, data::read_npy(output)};
}

using Positions = std::vector<std::int32_t>;

Positions positions(const fs::path& mask, const Arguments& more) {
    const Kept kept = compact(mask, more);
    CHECK(kept.message.empty());
    return kept.array.convert<std::int32_t>();
}

// Two labels and two values next to the usual threshold, as PGM and PNG of 16 bits.
const std::vector<std::uint16_t> deep_values{0, 1, 244, 0x7fff, 0x8000, 0xffff};
std::vector<fs::path> put_deep(const TemporaryFolder& folder) {
    std::string samples;
    for (const unsigned value : deep_values)
        samples += std::string{static_cast<char>(value >> 8), static_cast<char>(value & 0xff)};
    data::write_png(folder / "deep.png", data::GreyImage{3, 2, 65535, deep_values});
    return {put(folder / "deep.pgm", "P5 3 2 65535\n" + samples), folder / "deep.png"};
}

template <class T>
void check_array(const fs::path& path, const std::vector<T>& numbers, const std::string& threshold,
                 const Positions& expected) {
    put_array(path, numbers);
    INFO(to_string(data::element_type_of<T>()) << " by " << threshold);
    CHECK(positions(path, {"--threshold", threshold}) == expected);
    std::vector<T> values;
    for (const std::int32_t position : expected)
        values.push_back(numbers[static_cast<std::size_t>(position)]);
    const Kept kept = compact(path, {"--threshold", threshold, "--emit", "values"});
    CHECK(kept.array == data::make_npy<T>(values, {values.size()}));
}

} // namespace

TEST_CASE("Thresholds and values of 16 bits are those of the file, and agree in PGM and PNG") {
    const TemporaryFolder folder;
    for (const fs::path& path : put_deep(folder)) {
        INFO(path.string());
        CHECK(positions(path, {"--threshold", "1"}) == Positions{1, 2, 3, 4, 5});
        CHECK(positions(path, {"--threshold", "244.5", "--negate"}) == Positions{0, 1, 2});
        const Kept values = compact(path, {"--threshold", "244", "--emit", "values"});
        CHECK(values.array ==
              data::make_npy<std::uint16_t>(std::vector<std::uint16_t>{244, 0x7fff, 0x8000, 0xffff}, {4}));
        run_well({"compact", path.string(), "--backend", "cpu", "--threshold", "0", "--emit", "values", "-o",
                  (folder / "out.png").string()});
        CHECK(data::read_grey(folder / "out.png").values == deep_values);
    }
}

TEST_CASE("Without a threshold half of white is the limit, which is told unless white is 255") {
    const TemporaryFolder folder;
    for (const fs::path& path : put_deep(folder)) {
        const Kept kept = compact(path);
        CHECK(kept.array.convert<std::int32_t>() == Positions{4, 5});
        CHECK_THAT(kept.message, ContainsSubstring("0 to 65535, those of at least 32768 are valid"));
    }
    const fs::path small = put(folder / "small.pgm", std::string("P5 3 1 7\n\3\4\7", 12));
    CHECK(compact(small).array.convert<std::int32_t>() == Positions{1, 2});
    CHECK(compact(put(folder / "usual.pgm", "P5 3 1 255\n\x7f\x80\xff")).message.empty());
}

TEST_CASE("Arrays of every type of numbers are masks, compared in their type") {
    const TemporaryFolder folder;
    const fs::path path = folder / "mask.npy";
    check_array<std::uint8_t>(path, {0, 1, 128, 255}, "127.5", {2, 3});
    check_array<std::int8_t>(path, {-128, -1, 0, 127}, "-1", {1, 2, 3});
    check_array<std::uint16_t>(path, {0, 1, 65535}, "65535", {2});
    check_array<std::int16_t>(path, {-5, 0, 5}, "1e300", {});
    check_array<std::uint32_t>(path, {0, 16'777'217, 4'294'967'295}, "16777217", {1, 2});
    check_array<std::int32_t>(path, {-7, 16'777'216, 16'777'217}, "16777217", {2});
    constexpr std::int64_t large = std::int64_t{1} << 53;
    check_array<std::int64_t>(path, {large - 1, large, -large}, "2^53", {1});
    check_array<std::uint64_t>(path, {1, std::numeric_limits<std::uint64_t>::max()}, "-1", {0, 1});
    constexpr float infinite = std::numeric_limits<float>::infinity();
    check_array<float>(path, {0.7f, 0.6f, -infinite, infinite}, "0.7", {0, 3});
    check_array<double>(path, {0.7, 0.7 - 1e-16, 1e308}, "0.7", {0, 2});
    // Booleans, and halves: 0.5, -2, infinity.
    const auto put_bytes = [&](data::ElementType type, const std::string& bytes) {
        data::NpyArray array;
        array.type = type;
        array.shape = {bytes.size() / data::size_of(type)};
        array.bytes.assign(reinterpret_cast<const std::byte*>(bytes.data()),
                           reinterpret_cast<const std::byte*>(bytes.data()) + bytes.size());
        data::write_npy(path, array);
    };
    put_bytes(data::ElementType::boolean, std::string("\0\1\1", 3));
    CHECK(positions(path, {}) == Positions{1, 2});
    put_bytes(data::ElementType::f16, std::string("\0\x38\0\xc0\0\x7c", 6));
    CHECK(positions(path, {"--threshold", "0.5"}) == Positions{0, 2});
    // NaN is below any threshold.
    put_array<double>(path, {std::numeric_limits<double>::quiet_NaN(), 0, 2});
    CHECK(positions(path, {"--threshold", "1", "--negate"}) == Positions{0, 1});
}

TEST_CASE("An array of two dimensions is a picture of its numbers, valid from 1 on, which is told") {
    const TemporaryFolder folder;
    const fs::path path = folder / "mask.npy";
    data::write_npy(path, data::make_npy<std::int64_t>(std::vector<std::int64_t>{0, 1, -2, 3, 0, 1}, {2, 3}));
    const Kept kept = compact(path, {"--emit", "xy"});
    CHECK(kept.array == data::make_npy<std::int32_t>(Positions{1, 0, 0, 1, 2, 1}, {3, 2}));
    CHECK_THAT(kept.message, ContainsSubstring("elements of at least 1 are valid"));
    put_array<float>(folder / "row.npy", {0.5f, 0.25f});
    run_well({"compact", (folder / "row.npy").string(), "--backend", "cpu", "--threshold", "0.25", "--emit",
              "values", "-o", (folder / "out.csv").string()});
    CHECK(get(folder / "out.csv") == "value\n0.5\n0.25\n");
    check_refused(run({"compact", (folder / "row.npy").string(), "--emit", "values", "--threshold", "0", "-o",
                       (folder / "out.png").string()}),
                  2, {"--emit values", "uint8 and uint16, not float32", ".npy or .csv"});
    CHECK_FALSE(fs::exists(folder / "out.png"));
}

TEST_CASE("A picture that is read otherwise than it looks is told in one line") {
    const TemporaryFolder folder;
    data::Image picture(2, 1, 4, 200);
    picture.pixels[3] = 255;
    data::write_png(folder / "alpha.png", picture);
    Kept kept = compact(folder / "alpha.png", {"--threshold", "255"});
    CHECK(kept.array.convert<std::int32_t>() == Positions{0});
    CHECK_THAT(kept.message, ContainsSubstring("alpha.png: it has a single colour"));
    picture.pixels[0] = 0;
    data::write_png(folder / "alpha.png", picture);
    kept = compact(folder / "alpha.png", {"--threshold", "0", "--emit", "values"});
    CHECK(kept.array.convert<std::int32_t>() == Positions{140, 157}); // 200 * 200 / 255
    CHECK_THAT(kept.message, ContainsSubstring("over black"));
    CHECK(lines_of(kept.message).size() == 1);
}

TEST_CASE("A mask larger than raster takes is refused by raster alone, and its positions are exact") {
    const TemporaryFolder folder;
    // A sparse file takes no space on disk.
    const fs::path path = put(folder / "large.pgm", "P5 4097 4096 255\n");
    fs::resize_file(path, fs::file_size(path) + 4097 * 4096 - 2);
    put(folder / "end", get(path) + "\xff\xff");
    CHECK(positions(folder / "end", {}) == Positions{4097 * 4096 - 2, 4097 * 4096 - 1});
    CHECK(run({"compact", (folder / "end").string()}, without_opengl()).exit_code == 0);
    for (const Arguments& raster : {Arguments{"--backend", "raster"}, {"--algorithm", "bt"}}) {
        Arguments arguments{"compact", (folder / "end").string()};
        arguments.insert(arguments.end(), raster.begin(), raster.end());
        check_refused(run(arguments, without_opengl()), 2,
                      {"4097 x 4096 = 16781312", "16777216 that raster takes", "--backend compute or cpu"});
    }
}

} // namespace compact_masks_test
