#include "scanline/core/first_bytes.h"

#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <fstream>

namespace scanline::first_bytes_test {

TEST_CASE("The first bytes of a file are all if it has fewer") {
    const test::TemporaryFolder folder;
    for (const std::size_t size : {0u, 1u, 4095u, 4096u, 4097u, 100'000u}) {
        std::string text(size, '.');
        for (std::size_t i = 0; i < size; ++i)
            text[i] = static_cast<char>(i * 7 % 251);
        std::ofstream(folder / "file", std::ios::binary) << text;
        CAPTURE(size);
        CHECK(first_bytes(folder / "file") == text);
        for (const std::size_t most : {std::size_t{0}, std::size_t{1}, std::size_t{4096}, size, size + 1})
            CHECK(first_bytes(folder / "file", most) == text.substr(0, most));
    }
}

TEST_CASE("What cannot be read has no first bytes") {
    const test::TemporaryFolder folder;
    CHECK(first_bytes(folder / "none").empty());
    CHECK(first_bytes(folder.path()).empty());
}

TEST_CASE("The rest of a line is that of the first line that begins so") {
    const std::string_view text = "b: no\n a: 0\na: 1\na: 2\n\na: \nlast";
    CHECK(rest_of_line(text, "a: ") == "1");
    CHECK(rest_of_line(text, "") == "b: no");
    CHECK(rest_of_line(text, "la") == "st");
    CHECK(rest_of_line(text, "last") == "");
    CHECK(rest_of_line("\n\n", "") == "");
    CHECK(rest_of_line(text, "no") == std::nullopt);
    CHECK(rest_of_line(text, "last line") == std::nullopt);
    CHECK(rest_of_line("", "") == std::nullopt);
}

} // namespace scanline::first_bytes_test
