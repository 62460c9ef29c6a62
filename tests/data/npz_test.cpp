#include "scanline/data/npz.h"

#include "files.h"
#include "support/temporary_folder.h"

#include "scanline/core/error.h"
#include "scanline/data/checked_arrays.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <sys/stat.h>
#include <thread>

namespace scanline::data::npz_test {

using scanline::test::TemporaryFolder;
using test::get;
using test::put;

namespace {

NpzArrays some_arrays() {
    const std::array<float, 6> points{1, 2, 3, 4, 5, 6};
    const std::array<std::int32_t, 1> root{7};
    const std::array<std::uint8_t, 0> none{};
    return {{"points", make_npy<float>(points, {3, 2})},
            {"root", make_npy<std::int32_t>(root, {})},
            {"none", make_npy<std::uint8_t>(none, {0, 4})}};
}

// Output of numpy.savez_compressed(file, a=numpy.array([3, 1, 7], dtype="<u4")), written by Python's zipfile.
constexpr unsigned char compressed_by_numpy[] = {
    0x50, 0x4b, 0x03, 0x04, 0x2d, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21, 0x00, 0xdf, 0x15,
    0x6a, 0xf9, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x05, 0x00, 0x14, 0x00, 0x61, 0x2e,
    0x6e, 0x70, 0x79, 0x01, 0x00, 0x10, 0x00, 0x8c, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x4d,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x9b, 0xec, 0x17, 0xea, 0x1b, 0x10, 0xc9, 0xc8, 0x50,
    0xc6, 0x50, 0xad, 0x9e, 0x92, 0x5a, 0x9c, 0x5c, 0xa4, 0x6e, 0xa5, 0xa0, 0x6e, 0x53, 0x6a, 0xa2,
    0xae, 0xa3, 0xa0, 0x9e, 0x96, 0x5f, 0x54, 0x52, 0x94, 0x98, 0x17, 0x9f, 0x5f, 0x94, 0x92, 0x0a,
    0x12, 0x77, 0x4b, 0xcc, 0x29, 0x4e, 0x05, 0x8a, 0x17, 0x67, 0x24, 0x16, 0xa4, 0x02, 0xf9, 0x1a,
    0xc6, 0x3a, 0x9a, 0x3a, 0x0a, 0xb5, 0x0a, 0x14, 0x00, 0x2e, 0x66, 0x06, 0x06, 0x06, 0x46, 0x20,
    0x66, 0x07, 0x62, 0x00, 0x50, 0x4b, 0x01, 0x02, 0x2d, 0x03, 0x2d, 0x00, 0x00, 0x00, 0x08, 0x00,
    0x00, 0x00, 0x21, 0x00, 0xdf, 0x15, 0x6a, 0xf9, 0x4d, 0x00, 0x00, 0x00, 0x8c, 0x00, 0x00, 0x00,
    0x05, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x00, 0x00,
    0x00, 0x00, 0x61, 0x2e, 0x6e, 0x70, 0x79, 0x50, 0x4b, 0x05, 0x06, 0x00, 0x00, 0x00, 0x00, 0x01,
    0x00, 0x01, 0x00, 0x33, 0x00, 0x00, 0x00, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00,
};

bool same(const NpzArrays& a, const NpzArrays& b) {
    return std::ranges::equal(a, b, [](const auto& one, const auto& other) {
        return one.first == other.first && one.second.type == other.second.type &&
               one.second.shape == other.second.shape && one.second.bytes == other.second.bytes;
    });
}

std::string compressed_archive() {
    return {reinterpret_cast<const char*>(compressed_by_numpy), sizeof compressed_by_numpy};
}

template <class T>
std::string bytes_of(T value) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

/// The archive above, with another size declared for its array of 140 bytes (77 compressed) in both places:
/// the local header and the central directory, which has an extra field for the 64-bit size.
std::string archive_with_large_fields(std::uint64_t size) {
    std::string text = compressed_archive();
    text.replace(39, 8, bytes_of(size));
    const std::size_t list = text.find("PK\1\2"), list_end = text.find("PK\5\6");
    const std::string field = bytes_of<std::uint16_t>(1) + bytes_of<std::uint16_t>(8) + bytes_of(size);
    text.replace(list_end + 12, 4, bytes_of(static_cast<std::uint32_t>(list_end - list + field.size())));
    text.insert(list_end, field);
    text.replace(list + 24, 4, bytes_of(0xffffffffu));
    return text.replace(list + 30, 2, bytes_of(static_cast<std::uint16_t>(field.size())));
}

/// The same; a 32-bit size fits the directory entry itself.
std::string archive_said_to_have(std::uint64_t size) {
    if (size >= 0xffffffff)
        return archive_with_large_fields(size);
    std::string text = compressed_archive();
    text.replace(39, 8, bytes_of(size));
    return text.replace(text.find("PK\1\2") + 24, 4, bytes_of(static_cast<std::uint32_t>(size)));
}

std::string error_of(const std::filesystem::path& path) {
    try {
        read_npz(path);
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::failure);
        CHECK_THAT(error.what(), Catch::Matchers::ContainsSubstring(path.string()));
        return error.what();
    }
    return "no error";
}

} // namespace

TEST_CASE("Arrays come back from an archive by their names, in their order") {
    const TemporaryFolder folder;
    const NpzArrays arrays = some_arrays();
    write_npz(folder / "tree.npz", arrays);
    CHECK(same(read_npz(folder / "tree.npz"), arrays));
}

TEST_CASE("Every array of an archive is of the first day that its time stamps know, whenever it is written") {
    const TemporaryFolder folder;
    write_npz(folder / "a.npz", some_arrays());
    const std::string text = get(folder / "a.npz");
    const std::string first_day = bytes_of<std::uint16_t>(0) + bytes_of<std::uint16_t>(1 << 5 | 1);
    const auto count_stamps = [&](const std::string& mark, std::size_t at) {
        std::size_t count = 0;
        for (std::size_t begin = text.find(mark); begin != std::string::npos;
             begin = text.find(mark, begin + 1)) {
            CHECK((text.substr(begin + at, 4) == first_day));
            ++count;
        }
        return count;
    };
    CHECK(count_stamps("PK\3\4", 10) == 3);
    CHECK(count_stamps("PK\1\2", 12) == 3);
}

TEST_CASE("What is no array in an archive is left out") {
    const TemporaryFolder folder;
    write_npz(folder / "a.npz", some_arrays());
    std::string text = get(folder / "a.npz");
    for (std::size_t at = text.find("root.npy"); at != std::string::npos; at = text.find("root.npy"))
        text.replace(at, 8, "root.txt");
    put(folder / "a.npz", text);
    NpzArrays others = some_arrays();
    others.erase(others.begin() + 1);
    CHECK(same(read_npz(folder / "a.npz"), others));
}

TEST_CASE("The same arrays give the same bytes, and an older file is replaced") {
    const TemporaryFolder folder;
    put(folder / "b.npz", std::string(100'000, 'x'));
    write_npz(folder / "a.npz", some_arrays());
    write_npz(folder / "b.npz", some_arrays());
    CHECK((get(folder / "a.npz") == get(folder / "b.npz")));
}

TEST_CASE("Compressed arrays are read") {
    const TemporaryFolder folder;
    put(folder / "a.npz", compressed_archive());
    const NpzArrays arrays = read_npz(folder / "a.npz");
    REQUIRE(arrays.size() == 1);
    CHECK(arrays[0].first == "a");
    CHECK(arrays[0].second.convert<std::uint32_t>() == std::vector<std::uint32_t>{3, 1, 7});
}

TEST_CASE("An archive of no arrays is refused, and nothing is written") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(write_npz(folder / "none.npz", NpzArrays{}),
                      Catch::Matchers::EndsWith("none.npz: there are no arrays; give it at least one"));
    CHECK_FALSE(std::filesystem::exists(folder / "none.npz"));
}

TEST_CASE("A file that is no archive, or a damaged one, is refused with its path") {
    const TemporaryFolder folder;
    CHECK_THAT(error_of(folder / "missing.npz"), Catch::Matchers::ContainsSubstring("no such file"));
    put(folder / "text.npz", "this is no archive");
    CHECK_THAT(error_of(folder / "text.npz"), Catch::Matchers::ContainsSubstring("it is no NPZ file"));
    put(folder / "empty.npz", "");
    CHECK_THAT(error_of(folder / "empty.npz"), Catch::Matchers::ContainsSubstring("it is no NPZ file"));

    write_npz(folder / "whole.npz", some_arrays());
    const std::string whole = get(folder / "whole.npz");
    put(folder / "cut.npz", whole.substr(0, whole.size() / 2));
    CHECK_THAT(error_of(folder / "cut.npz"), Catch::Matchers::ContainsSubstring("it is no NPZ file"));
    // Changes an element in the middle of the first array.
    std::string changed = whole;
    changed[180] = static_cast<char>(changed[180] ^ 1);
    put(folder / "changed.npz", changed);
    CHECK_THAT(error_of(folder / "changed.npz"),
               Catch::Matchers::ContainsSubstring("its array points cannot be read") &&
                   Catch::Matchers::ContainsSubstring("damaged"));
}

TEST_CASE("An array that tells of another size than it has is refused") {
    const TemporaryFolder folder;
    const auto refusal = [&](std::uint64_t size) {
        return error_of(put(folder / "a.npz", archive_said_to_have(size)));
    };
    REQUIRE((archive_said_to_have(140) == compressed_archive()));
    const std::string array = (folder / "a.npz").string() + ", array a: ";
    CHECK(refusal(139) ==
          "cannot read " + array +
              "it holds 11 bytes of elements where its shape (3,) of uint32 needs 12; copy or "
              "save it again");
    CHECK_THAT(refusal(0), Catch::Matchers::ContainsSubstring("it holds 0 bytes of elements"));
    CHECK_THAT(refusal(141), Catch::Matchers::ContainsSubstring("it holds 13 bytes of elements"));
    // The most that deflate can produce from 77 bytes, rounded up to that of one more.
    CHECK_THAT(refusal(78 * 1032 - 1),
               Catch::Matchers::ContainsSubstring("it holds 80367 bytes of elements"));
    const std::string too_large = " bytes, more than its 77 compressed ones can be; the file is damaged";
    for (const std::uint64_t size : {std::uint64_t{78} * 1032, std::uint64_t{1} << 36, ~std::uint64_t{0} - 1})
        CHECK_THAT(refusal(size), Catch::Matchers::EndsWith("its array a is said to have " +
                                                            std::to_string(size) + too_large));
}

TEST_CASE("An array whose header tells of more elements than its entry has is refused before it is read") {
    const TemporaryFolder folder;
    write_npz(folder / "a.npz", some_arrays());
    std::string text = get(folder / "a.npz");
    const std::string shape = "(3, 2), }         ", larger = "(9999999999, 2), }";
    text.replace(text.find(shape), larger.size(), larger);
    CHECK_THAT(
        error_of(put(folder / "b.npz", text)),
        Catch::Matchers::ContainsSubstring("array points: it holds 24 bytes of elements where its shape "
                                           "(9999999999, 2) of float32 needs 79999999992"));
}

TEST_CASE("Sizes of an archive may stand in the fields of 64 bits, however small they are") {
    const TemporaryFolder folder;
    const NpzArrays arrays = read_npz(put(folder / "a.npz", archive_with_large_fields(140)));
    REQUIRE(arrays.size() == 1);
    CHECK(arrays[0].second.convert<std::uint32_t>() == std::vector<std::uint32_t>{3, 1, 7});
}

TEST_CASE("Only the arrays that are requested are read, and their layout without their elements") {
    const TemporaryFolder folder;
    write_npz(folder / "a.npz", some_arrays());
    std::string text = get(folder / "a.npz");
    // Changes the last element of the points, which breaks its checksum.
    const std::size_t end = text.find("PK\3\4", 10);
    text[end - 1] = static_cast<char>(text[end - 1] ^ 1);
    const NpzFile file(put(folder / "b.npz", text));
    CHECK(file.names() == std::vector<std::string>{"points", "root", "none"});
    CHECK(file.read("root").convert<std::int32_t>() == std::vector<std::int32_t>{7});
    CHECK(file.read("none").shape == std::vector<std::size_t>{0, 4});
    const NpyLayout layout = file.layout("points");
    CHECK(layout.type == ElementType::f32);
    CHECK(layout.shape == std::vector<std::size_t>{3, 2});
    CHECK_THROWS_WITH(file.read("points"),
                      Catch::Matchers::ContainsSubstring("its array points cannot be read"));
    CHECK_THROWS_WITH(file.read("roots"), Catch::Matchers::EndsWith("b.npz: it has no array roots"));
    CHECK_THROWS_WITH(file.layout("roots"), Catch::Matchers::EndsWith("b.npz: it has no array roots"));
}

TEST_CASE("Large arrays, which threads read, are those written, and a damaged one is refused") {
    const TemporaryFolder folder;
    std::vector<std::uint32_t> numbers((std::size_t{17} << 20) / sizeof(std::uint32_t) + 3);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<std::uint32_t>(i) * 0x9e37'79b1u;
    const NpzArrays arrays{{"first", make_npy<std::uint32_t>(numbers, {numbers.size()})},
                           {"small", make_npy<std::uint32_t>(std::vector{5u}, {1})},
                           {"second", make_npy<std::uint32_t>(numbers, {1, numbers.size()})}};
    write_npz(folder / "a.npz", arrays);
    CHECK(same(read_npz(folder / "a.npz"), arrays));
    std::string text = get(folder / "a.npz");
    for (const std::size_t from_end : {std::size_t{1000}, std::size_t{5'000'000}}) {
        std::string damaged = text;
        damaged[damaged.size() - from_end] = static_cast<char>(damaged[damaged.size() - from_end] ^ 1);
        const NpzFile file(put(folder / "b.npz", damaged));
        CHECK(file.read("first").convert<std::uint32_t>() == numbers);
        CHECK_THROWS_WITH(file.read("second"),
                          Catch::Matchers::ContainsSubstring("its array second cannot be read"));
    }
}

TEST_CASE("An archive of more arrays than 16 bits count is whole") {
    const TemporaryFolder folder;
    constexpr std::size_t size = 65'540;
    NpzArrays arrays;
    for (std::size_t i = 0; i < size; ++i)
        arrays.emplace_back(std::to_string(i),
                            make_npy<std::uint8_t>(std::array{static_cast<std::uint8_t>(i)}, {1}));
    write_npz(folder / "a.npz", arrays);
    const NpzFile file(folder / "a.npz");
    CHECK(file.names().size() == size);
    CHECK(file.read("65539").bytes == std::vector{static_cast<std::byte>(65'539 % 256)});
}

TEST_CASE("An archive is read from a pipe too") {
    const TemporaryFolder folder;
    write_npz(folder / "a.npz", some_arrays());
    const std::string text = get(folder / "a.npz");
    const std::filesystem::path pipe = folder / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << text; });
    const NpzArrays arrays = read_npz(pipe);
    writer.join();
    CHECK(same(arrays, some_arrays()));
}

TEST_CASE("Two arrays of one name are refused") {
    const TemporaryFolder folder;
    write_npz(folder / "a.npz", some_arrays());
    std::string text = get(folder / "a.npz");
    for (std::size_t at = text.find("root.npy"); at != std::string::npos; at = text.find("root.npy"))
        text.replace(at, 8, "none.npy");
    CHECK_THAT(error_of(put(folder / "b.npz", text)),
               Catch::Matchers::ContainsSubstring("it is no NPZ file"));
}

TEST_CASE("An array that is compressed in a way that NumPy does not take is refused by its method") {
    const TemporaryFolder folder;
    std::string text = compressed_archive();
    constexpr char bzip2 = 12;
    text[8] = bzip2;
    text[text.find("PK\1\2") + 10] = bzip2;
    CHECK_THAT(error_of(put(folder / "a.npz", text)),
               Catch::Matchers::ContainsSubstring("its array a is compressed by the method 12 of ZIP"));
}

TEST_CASE("An archive that names an array otherwise before its bytes than in its list is refused") {
    const TemporaryFolder folder;
    write_npz(folder / "a.npz", some_arrays());
    std::string text = get(folder / "a.npz");
    text[text.find("root.npy")] = 'b';
    CHECK_THAT(error_of(put(folder / "a.npz", text)),
               Catch::Matchers::ContainsSubstring("it is no NPZ file"));
}

TEST_CASE("No byte of an archive can be changed so that it is read as another one, or worse") {
    const TemporaryFolder folder;
    write_npz(folder / "whole.npz", some_arrays());
    const std::string whole = get(folder / "whole.npz");
    const NpzArrays arrays = some_arrays();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        CAPTURE(at);
        std::string changed = whole;
        changed[at] = static_cast<char>(~changed[at]);
        put(folder / "changed.npz", changed);
        // Times and attributes may differ.
        NpzArrays read = arrays;
        try {
            read = read_npz(folder / "changed.npz");
        } catch (const Error&) {
        }
        CHECK(same(read, arrays));
    }
}

TEST_CASE("Lists of an archive are checked before they are read, and errors end with the remedy") {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "a.cube";
    NpzArrays arrays = some_arrays();
    arrays.emplace_back("codes0", make_npy<std::uint32_t>(std::array<std::uint32_t, 2>{3, 1}, {2}));
    write_npz(path, arrays);
    const CheckedArrays checked(path, "give another");
    CHECK(checked.has("codes0"));
    CHECK_FALSE(checked.has("codes1"));
    CHECK(checked.list<std::uint32_t>("codes0", 2) == std::vector<std::uint32_t>{3, 1});
    const auto refused = [&](const std::string& problem, auto read) {
        CHECK_THROWS_WITH(read(), Catch::Matchers::EndsWith("a.cube: " + problem));
    };
    refused("it has no array codes1; give another", [&] { checked.layout("codes1"); });
    refused("its array codes0 has 2 elements, not 6; give another",
            [&] { checked.list<std::uint32_t>("codes0", 6); });
    refused("its array codes0 is not a list of int32; give another",
            [&] { checked.list<std::int32_t>("codes0"); });
    refused("its array points is not a list of float32; give another",
            [&] { checked.list<float>("points"); });
    refused("it is old; rebuild it", [&] { throw checked.wrong("it is old", "rebuild it"); });
}

} // namespace scanline::data::npz_test
