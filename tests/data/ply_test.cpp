#include "scanline/data/ply.h"

#include "files.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace scanline::data::ply_test {

using scanline::test::TemporaryFolder;
using test::put;

namespace {

std::vector<double> read(const std::string& text) {
    const TemporaryFolder folder;
    return read_ply_vertices(put(folder / "points.ply", text));
}

std::string error_of(const std::string& text) {
    try {
        read(text);
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::failure);
        CHECK_THAT(error.what(), Catch::Matchers::ContainsSubstring("points.ply: "));
        return error.what();
    }
    return "no error";
}

template <class T>
std::string bytes_of(T value, bool big_endian) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    if (big_endian)
        std::ranges::reverse(bytes);
    return bytes;
}

const std::string xyz = "property float x\nproperty float y\nproperty float z\n";

} // namespace

TEST_CASE("A PLY file of text gives x, y and z of its vertices, wherever they stand") {
    CHECK(read("ply\nformat ascii 1.0\nelement vertex 1\n" + xyz + "end_header\n3 1 7\n") ==
          std::vector<double>{3, 1, 7});
    CHECK(
        read(
            "ply\r\nformat ascii 1.0\r\ncomment made by hand\r\nobj_info none\r\nelement vertex 2\r\n"
            "property uchar red\r\nproperty double z\r\nproperty list uchar int more\r\nproperty int x\r\n"
            "property float32 y\r\nelement face 1\r\nproperty list uchar int vertex_indices\r\nend_header\r\n"
            "255 -1.5 2 8 9 4 1e3\r\n0 2 0 -7 0.25\r\n3 0 1 1\r\n") ==
        std::vector<double>{4, 1000, -1.5f, -7, 0.25f, 2});
}

TEST_CASE("What stands before the vertices is passed over") {
    CHECK(read("ply\nformat ascii 1.0\nelement face 2\nproperty list uchar int vertex_indices\nelement "
               "nothing 0\n"
               "element vertex 1\n" +
               xyz + "end_header\n3 0 1 2\n1 9\n5 6 7\n") == std::vector<double>{5, 6, 7});
}

TEST_CASE("Binary PLY files of both byte orders and all types are read") {
    for (const bool big : {false, true}) {
        CAPTURE(big);
        std::string text =
            std::string("ply\nformat binary_") + (big ? "big" : "little") +
            "_endian 1.0\nelement edge 1\nproperty list uint16 int8 ends\nelement vertex 2\n"
            "property short x\nproperty list uchar float extra\nproperty double y\nproperty uint z\n"
            "end_header\n";
        text += bytes_of<std::uint16_t>(3, big) + "abc";
        text += bytes_of<std::int16_t>(-300, big) + bytes_of<std::uint8_t>(1, big) + bytes_of<float>(9, big) +
                bytes_of<double>(0.5, big) + bytes_of<std::uint32_t>(70'000, big);
        text += bytes_of<std::int16_t>(7, big) + bytes_of<std::uint8_t>(0, big) + bytes_of<double>(-2, big) +
                bytes_of<std::uint32_t>(1, big);
        CHECK(read(text) == std::vector<double>{-300, 0.5f, 70'000, 7, -2, 1});
        text.pop_back();
        CHECK_THAT(error_of(text), Catch::Matchers::ContainsSubstring("fewer elements than its header says"));
    }
}

TEST_CASE("No vertices at all are an empty list") {
    CHECK(read("ply\nformat ascii 1.0\nelement vertex 0\n" + xyz + "end_header\n").empty());
}

TEST_CASE("Coordinates have the precision of their file, and a list is none") {
    CHECK(read("ply\nformat ascii 1.0\nelement vertex 1\nproperty list uchar double x\nproperty double x\n"
               "property double y\nproperty double z\nend_header\n2 8 9 0.1 1e300 -7\n") ==
          std::vector<double>{0.1, 1e300, -7});
    CHECK_THAT(error_of("ply\nformat ascii 1.0\nelement vertex 1\nproperty list uchar double x\n"
                        "property double y\nproperty double z\nend_header\n1 8 9 10\n"),
               Catch::Matchers::ContainsSubstring("no vertices with x, y and z"));
}

TEST_CASE("A list whose length is no whole number from 0 on is refused with where it is") {
    const auto refusal = [](const std::string& length) {
        return error_of("ply\nformat ascii 1.0\nelement vertex 1\nproperty list uchar int more\n" + xyz +
                        "end_header\n" + length + " 1 2 3 4\n");
    };
    for (const std::string length : {"-1", "1.5", "nan"})
        CHECK_THAT(refusal(length),
                   Catch::Matchers::ContainsSubstring("line 9: one of its lists has the length " + length));
    CHECK_THAT(refusal("1e300"), Catch::Matchers::ContainsSubstring("line 9: it has fewer numbers"));
    std::string binary = "ply\nformat binary_little_endian 1.0\nelement vertex 1\n" + xyz +
                         "property list char char more\nend_header\n";
    binary += std::string(12, '\0') + "\xff";
    CHECK_THAT(error_of(binary),
               Catch::Matchers::ContainsSubstring("the length -1 at byte 12 after the header"));
}

TEST_CASE("A row of a text file is one line with all its numbers, and nothing follows the last") {
    const auto body = [](const std::string& rows) {
        return "ply\nformat ascii 1.0\nelement vertex 2\n" + xyz +
               "element face 1\nproperty list uchar int vertex_indices\nend_header\n" + rows;
    };
    const std::vector<double> vertices{1, 2, 3, 4, 5, 6};
    CHECK(read(body("1 2 3\n4 5 6\n2 0 1\n")) == vertices);
    CHECK(read(body(" 1\t2  3 \r\n+4 5 6\r\n2 0 1")) == vertices);
    CHECK(read(body("1 2 3\n4 5 6\n2 0 1\n\n \r\n")) == vertices);

    const auto refusal = [&body](const std::string& rows) {
        const std::string message = error_of(body(rows)), mark = "points.ply: ";
        return message.substr(message.find(mark) + mark.size());
    };
    const std::string few = ": it has fewer numbers than its element has properties; the file is damaged",
                      many = ": it has more numbers than its element has properties; the file is damaged",
                      surplus = ": it follows the last row that the header declares; the file is damaged";
    CHECK(refusal("1 2\n3 4 5 6\n2 0 1\n") == "line 10" + few);
    CHECK(refusal("1 2 3\n\n4 5 6\n2 0 1\n") == "line 11" + few);
    CHECK(refusal("1 2 3\n4 5 6\n2 0\n") == "line 12" + few);
    CHECK(refusal("1 2 3 4\n5 6 7\n2 0 1\n") == "line 10" + many);
    CHECK(refusal("1 2 3\n4 5 6\n2 0 1 2\n") == "line 12" + many);
    CHECK(refusal("1 2 3 4 5 6\n2 0 1\n") == "line 10" + many);
    CHECK(refusal("1 2 3\n4 5 6\n2 0 1\n7 8 9\n") == "line 13" + surplus);
    CHECK_THAT(refusal("1 2 3\n4 5 6\n"), Catch::Matchers::ContainsSubstring("fewer elements"));
}

TEST_CASE("A binary file ends with the last of its rows") {
    const std::string whole = "ply\nformat binary_little_endian 1.0\nelement vertex 1\n" + xyz +
                              "element face 1\nproperty list uchar uchar vertex_indices\nend_header\n" +
                              std::string(12, '\0') + std::string("\2ab", 3);
    CHECK(read(whole) == std::vector<double>{0, 0, 0});
    CHECK_THAT(error_of(whole + "\n"),
               Catch::Matchers::ContainsSubstring("it has 1 bytes more than its header declares"));
    CHECK_THAT(error_of(whole.substr(0, whole.size() - 1)),
               Catch::Matchers::ContainsSubstring("fewer elements"));
}

TEST_CASE("What is no PLY file of points is refused with the reason") {
    CHECK_THAT(error_of("3 1 7\n"), Catch::Matchers::ContainsSubstring("it is no PLY file"));
    CHECK_THAT(error_of(""), Catch::Matchers::ContainsSubstring("ends within its PLY header"));
    CHECK_THAT(error_of("ply\nformat ascii 1.0\nelement vertex 1\n" + xyz),
               Catch::Matchers::ContainsSubstring("ends within its PLY header"));
    CHECK_THAT(error_of("ply\nformat pdp_endian 1.0\nend_header\n"),
               Catch::Matchers::ContainsSubstring("line 2"));
    CHECK_THAT(error_of("ply\nformat ascii 1.0\nformat ascii 1.0\n"),
               Catch::Matchers::ContainsSubstring("line 3"));
    CHECK_THAT(error_of("ply\nelement vertex 1\n" + xyz + "end_header\n1 2 3\n"),
               Catch::Matchers::ContainsSubstring("its PLY header has no line 'format'"));
    CHECK_THAT(error_of("ply\nformat ascii 1.0\nelement vertex -1\n"),
               Catch::Matchers::ContainsSubstring("line 3"));
    CHECK_THAT(error_of("ply\nformat ascii 1.0\nproperty float x\n"),
               Catch::Matchers::ContainsSubstring("line 3"));
    CHECK_THAT(error_of("ply\nformat ascii 1.0\nelement vertex 1\nproperty half x\n"),
               Catch::Matchers::ContainsSubstring("line 4"));
    CHECK_THAT(
        error_of(
            "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n1 2\n"),
        Catch::Matchers::ContainsSubstring("no vertices with x, y and z"));
    CHECK_THAT(error_of("ply\nformat ascii 1.0\nelement vertex 2\n" + xyz + "end_header\n1 2 3\n\n"),
               Catch::Matchers::ContainsSubstring("fewer elements than its header says"));
    CHECK_THAT(error_of("ply\nformat ascii 1.0\nelement vertex 1\n" + xyz + "end_header\n1 two 3\n"),
               Catch::Matchers::ContainsSubstring("line 8: 'two' is not a number of double precision"));
    CHECK_THAT(error_of("ply\nformat ascii 1.0\nelement nothing 5\nelement vertex 1\n" + xyz +
                        "end_header\n1 2 3\n"),
               Catch::Matchers::ContainsSubstring("an element 'nothing' of 5 rows and no properties"));
    // A header that declares more than any file can hold.
    CHECK_THAT(error_of("ply\nformat ascii 1.0\nelement vertex 18446744073709551615\n" + xyz +
                        "end_header\n1 2 3\n"),
               Catch::Matchers::ContainsSubstring("fewer elements than its header says"));
}

} // namespace scanline::data::ply_test
