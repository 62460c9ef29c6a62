#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scanline {

struct Utf8Character {
    char32_t code = 0;
    std::size_t size = 0; ///< in bytes; 0 where the text does not begin with UTF-8
};

/// The first character of a text that is not empty.
///
///     first_character("\xc3\xa4!") is the code 0xe4 in 2 bytes; first_character("\xff").size == 0
Utf8Character first_character(std::string_view text);

/// The text with U+FFFD for every byte that is not UTF-8: names of files and devices may be any bytes.
std::string valid_utf8(std::string_view text);

/// The number of characters of a valid text.
std::size_t count_characters(std::string_view utf8);

/// Text from a user or a file, made safe to quote in a message of one line: control characters, bytes that
/// are not UTF-8, and characters that change the direction of text are escaped, and what exceeds `most`
/// characters is replaced by "...".
///
///     printable("a\nb\xff") == R"(a\nb\xff)"
///     printable("abcdef", 4) == "abcd..."
std::string printable(std::string_view text, std::size_t most = 80);

/// The same for a path, which is not shortened unless it is longer than any path can be. A
/// std::filesystem::path converts to its text.
std::string printable_path(const std::string& path);

/// The entries of a list, "a, b" or "a,b", without the spaces around them; none of a text of spaces alone.
/// Errors: usage where an entry is empty, naming what the list is for.
///
///     split_list("--block", "32, 128") == {"32", "128"}
std::vector<std::string> split_list(std::string_view name, std::string_view list);

} // namespace scanline
