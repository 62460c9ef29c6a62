#pragma once
#include <cstddef>
#include <string>
#include <string_view>

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

} // namespace scanline
