#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace scanline::bench {

/// The text with U+FFFD for every byte that is not UTF-8: names of files and devices may be any bytes.
std::string valid_utf8(std::string_view text);

/// The number of characters of a valid text.
std::size_t count_characters(std::string_view utf8);

} // namespace scanline::bench
