#pragma once
#include <algorithm>
#include <cctype>
#include <string>

namespace scanline::view {

/// Converts ASCII letters to lower case, for file extensions.
inline std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// Capitalizes an initial ASCII letter, for pass names as headings.
inline std::string capitalized(std::string text) {
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

} // namespace scanline::view
