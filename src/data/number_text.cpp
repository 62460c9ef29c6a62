#include "number_text.h"

#include <algorithm>
#include <charconv>

namespace scanline::data {

NumberText number_at_front(std::string_view text) {
    // std::from_chars takes no plus, but would take a minus behind one.
    const bool plus = text.starts_with('+') && !text.starts_with("+-");
    NumberText number;
    const auto [end, error] =
        std::from_chars(text.data() + (plus ? 1 : 0), text.data() + text.size(), number.value);
    number.error = error;
    if (error != std::errc::invalid_argument)
        number.size = static_cast<std::size_t>(end - text.data());
    return number;
}

std::string printable(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string shown(text.substr(0, longest));
    std::ranges::replace_if(
        shown, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, '?');
    return text.size() > longest ? shown + "..." : shown;
}

} // namespace scanline::data
