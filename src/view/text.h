#pragma once
#include <algorithm>
#include <cctype>
#include <string>

namespace scanline::view {

/// In lower case, as far as it is ASCII: extensions of files.
inline std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// With a capital letter, where it begins with one of ASCII: names of passes as headings.
inline std::string capitalized(std::string text) {
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

} // namespace scanline::view
