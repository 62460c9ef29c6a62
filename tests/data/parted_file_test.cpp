#include "scanline/data/file.h"
#include "scanline/data/npy.h"

#include "files.h"
#include "support/temporary_folder.h"

namespace parted_file_test {

using namespace scanline::data;
using namespace scanline::data::test;
using scanline::test::TemporaryFolder;

namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

} // namespace

TEST_CASE("Parts of a file make up a whole, once it is put in place") {
    const TemporaryFolder folder;
    const std::filesystem::path path = put(folder / "a.txt", "old");
    {
        PartedFile file(path, 6);
        write_part(file.temporary(), path, 3, bytes_of("def"));
        CHECK(get(path) == "old");
        write_part(file.temporary(), path, 0, bytes_of("abc"));
        file.replace_target();
    }
    CHECK(get(path) == "abcdef");
    CHECK(names_in(folder.path()) == std::vector<std::string>{"a.txt"});
}

TEST_CASE("Parts of a file that is not put in place leave nothing") {
    const TemporaryFolder folder;
    const std::filesystem::path path = put(folder / "a.txt", "old");
    {
        const PartedFile file(path, 6);
        write_part(file.temporary(), path, 0, bytes_of("abc"));
    }
    CHECK(get(path) == "old");
    CHECK(names_in(folder.path()) == std::vector<std::string>{"a.txt"});
    CHECK(error_of([&] {
              write_part(folder / "none", "b.txt", 0, bytes_of("abc"));
          }).starts_with("cannot write b.txt: there is no folder"));
    CHECK(error_of([] { PartedFile("/dev/null", 6); }) ==
          "cannot write /dev/null: several ranks write parts of a file, and this is none; name a file");
}

TEST_CASE("Parts of arrays are read by their first row") {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "a.npy";
    write_npy<std::int32_t>(path, std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {5, 2});
    std::vector<std::int32_t> rows(4);
    read_npy_part(path, [&](const NpyLayout& layout) {
        CHECK(layout.shape == std::vector<std::size_t>{5, 2});
        return NpyPart{2, std::as_writable_bytes(std::span(rows))};
    });
    CHECK(rows == std::vector<std::int32_t>{4, 5, 6, 7});
    read_npy_part(path, [](const NpyLayout&) { return NpyPart{5, {}}; });

    const std::string whole = get(path);
    put(folder / "swapped.npy", std::string(whole).replace(whole.find("<i4"), 3, ">i4"));
    read_npy_part(folder / "swapped.npy", [&](const NpyLayout&) {
        return NpyPart{0, std::as_writable_bytes(std::span(rows))};
    });
    CHECK(rows == std::vector<std::int32_t>{0, 1 << 24, 2 << 24, 3 << 24});
    put(folder / "fortran.npy", std::string(whole).replace(whole.find("False"), 5, "True "));
    read_npy_part(folder / "fortran.npy", [&](const NpyLayout&) {
        return NpyPart{1, std::as_writable_bytes(std::span(rows))};
    });
    CHECK(rows == std::vector<std::int32_t>{1, 6, 2, 7});
    put(folder / "short.npy", std::string_view(whole).substr(0, whole.size() - 1));
    CHECK(error_of([&] {
              read_npy_part(folder / "short.npy", [](const NpyLayout&) { return NpyPart{}; });
          }) != "no error");
}

} // namespace parted_file_test
