#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scanline {

struct Utf8Character {
    char32_t code = 0;
    std::size_t size = 0; ///< in bytes; 0 if the text does not begin with UTF-8
};

/// The first character of a non-empty text.
///
///     first_character("\xc3\xa4!") is the code 0xe4 in 2 bytes; first_character("\xff").size == 0
Utf8Character first_character(std::string_view text);

/// Replaces every byte that is not UTF-8 by U+FFFD: names of files and devices may hold any bytes.
std::string valid_utf8(std::string_view text);

/// Number of characters in valid UTF-8.
std::size_t count_characters(std::string_view utf8);

/// Makes text from a user or a file safe to quote in a one-line message: escapes control characters, bytes
/// that are not UTF-8, and characters that change the text direction. Cuts text after `most` characters and
/// appends "...".
///
///     printable("a\nb\xff") == R"(a\nb\xff)"
///     printable("abcdef", 4) == "abcd..."
std::string printable(std::string_view text, std::size_t most = 80);

/// The same for a path, but only shortened if longer than any path can be. A std::filesystem::path converts
/// to its text.
std::string printable_path(const std::string& path);

/// Without spaces and tabs at both ends.
std::string_view trimmed(std::string_view text);

/// Splits a list, "a, b" or "a,b", and trims spaces around the entries. An entry may begin with quoted text,
/// which may have commas, and quotes if they are doubled. Returns none for blank text. Errors: usage if an
/// entry is empty or a quote is not closed, naming the list's parameter.
///
///     split_list("--block", "32, 128") == {"32", "128"}
///     split_list("--measures", R"("a,b":sum,c)") == {"a,b:sum", "c"}
std::vector<std::string> split_list(std::string_view name, std::string_view list);

/// A list for a sentence: its last comma becomes a word.
///
///     listed("0, 2, 5", "and") == "0, 2 and 5"
std::string listed(std::string list, std::string_view before_last);

/// A word of a command line: in quotes if a shell would take it for something else; what is not safe to
/// print, see printable(), as bash and zsh escape it.
///
///     shell_word("a.png") == "a.png"; shell_word("my a.png") == "'my a.png'"
std::string shell_word(std::string_view word);

} // namespace scanline
