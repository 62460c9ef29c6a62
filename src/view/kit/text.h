#pragma once
#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

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

/// Endings of files, and one more.
template <std::size_t count>
constexpr std::array<std::string_view, count + 1>
with_ending(std::string_view more, const std::array<std::string_view, count>& all) {
    std::array<std::string_view, count + 1> endings{more};
    std::ranges::copy(all, endings.begin() + 1);
    return endings;
}

} // namespace scanline::view
