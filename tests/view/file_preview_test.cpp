// What the file dialog tells of a file before it is opened.
#include "shell/file_preview.h"

#include "data/files.h"
#include "scanline/data/image.h"
#include "scanline/data/npz.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <array>

namespace scanline::view::file_preview_test {

using Catch::Matchers::ContainsSubstring;
using data::test::put;
using scanline::test::TemporaryFolder;

namespace {

constexpr int side = 8;
constexpr std::array<float, 6> numbers{1, 2, 3, 4, 5, 6};

} // namespace

TEST_CASE("A picture has its size in pixels and a thumbnail, which is reduced but not enlarged") {
    const TemporaryFolder folder;
    data::write_png(folder / "wide.PNG", data::Image(32, 2, 1, 200));
    const FilePreview wide = preview_of(folder / "wide.PNG", side);
    CHECK(wide.problem.empty());
    CHECK(wide.summary == "32 x 2 pixels");
    CHECK(wide.thumbnail.width == side);
    CHECK(wide.thumbnail.height == 1);
    REQUIRE(wide.thumbnail.channels == 4);
    CHECK(wide.thumbnail.pixels[0] == 200);
    CHECK(wide.thumbnail.pixels[3] == 255);
    data::write_png(folder / "small.png", data::Image(3, 2));
    CHECK(preview_of(folder / "small.png", side).thumbnail.width == 3);
}

TEST_CASE("An array has its type and shape, an archive those of all its arrays") {
    const TemporaryFolder folder;
    data::write_npy<float>(folder / "a.npy", numbers, {3, 2});
    CHECK(preview_of(folder / "a.npy", side).summary == "float32, 3 x 2");
    data::write_npy<float>(folder / "one.npy", std::span(numbers).first(1), {});
    CHECK(preview_of(folder / "one.npy", side).summary == "float32, one number");
    const data::NpyArray array = data::make_npy<float>(numbers, {6});
    data::write_npz(folder / "a.npz", {{"points", array}, {"more", array}});
    const FilePreview archive = preview_of(folder / "a.npz", side);
    CHECK(archive.summary == "2 arrays");
    CHECK(archive.lines == std::vector<std::string>{"points: float32, 6", "more: float32, 6"});
}

TEST_CASE("A text has its first lines, points also their number") {
    const TemporaryFolder folder;
    const FilePreview csv = preview_of(put(folder / "a.csv", "x,y\r\n1,2\r\n3,4\r\n"), side);
    CHECK(csv.summary == "2 rows, 2 columns");
    CHECK(csv.size == "15 B");
    CHECK(csv.lines == std::vector<std::string>{"x,y", "1,2", "3,4"});
    CHECK(preview_of(put(folder / "b.csv", "city,price\nOslo,3\n"), side).summary == "1 rows, 2 columns");
    CHECK(preview_of(put(folder / "c.xyz", "# x y z\n1  2 3\n"), side).summary == "1 rows, 3 columns");
    // gzip -n of "x,y\n1,2\n", by the program of that name.
    const FilePreview packed =
        preview_of(put(folder / "d.csv.gz",
                       data::test::from_hex("1f8b0800000000000003abd0a9e432d431e2020023df720008000000")),
                   side);
    CHECK(packed.summary == "1 rows, 2 columns");
    CHECK(packed.lines.empty());
    const FilePreview ply = preview_of(
        put(folder / "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty "
                              "float y\nproperty float z\nend_header\n3 1 7\n"),
        side);
    CHECK(ply.summary == "1 points");
    CHECK(ply.lines.front() == "ply");
    CHECK(preview_of(put(folder / "a.json", "{\n}"), side).lines == std::vector<std::string>{"{", "}"});
    CHECK(preview_of(put(folder / "a.bin", std::string("a\0b", 3)), side).lines.empty());
}

TEST_CASE("A broken file has its reader's message, without the path") {
    const TemporaryFolder folder;
    for (const char* name : {"a.png", "a.npy", "a.npz", "a.ply"}) {
        INFO(name);
        const FilePreview preview = preview_of(put(folder / name, "broken"), side);
        CHECK_FALSE(preview.problem.empty());
        CHECK_THAT(preview.problem, !ContainsSubstring(folder.path().string()));
        CHECK(preview.thumbnail.pixels.empty());
    }
    const FilePreview csv = preview_of(put(folder / "a.csv", "x,y\n1,2\n3\n"), side);
    CHECK_THAT(csv.problem, ContainsSubstring("Line 3"));
    CHECK(csv.lines.size() == 3);
    CHECK_FALSE(preview_of(folder / "gone.png", side).problem.empty());
}

} // namespace scanline::view::file_preview_test
