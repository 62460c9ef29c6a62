#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scanline {

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
