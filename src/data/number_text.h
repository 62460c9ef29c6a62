#pragma once
#include <charconv>
#include <string_view>
#include <system_error>

namespace scanline::data {

struct NumberText {
    double value = 0;
    std::errc error{};    ///< invalid_argument: not a number; result_out_of_range: beyond double precision
    std::size_t size = 0; ///< length of its text
};

/// Parses the number at the front of a text: "1", "+.5", "-1E3", "inf", "nan". No hexadecimal, no thousands
/// separators.
inline NumberText number_at_front(std::string_view text) {
    // std::from_chars rejects a plus, but would accept the minus in "+-".
    const bool plus = text.starts_with('+') && !text.starts_with("+-");
    NumberText number;
    const auto [end, error] =
        std::from_chars(text.data() + (plus ? 1 : 0), text.data() + text.size(), number.value);
    number.error = error;
    if (error != std::errc::invalid_argument)
        number.size = static_cast<std::size_t>(end - text.data());
    return number;
}

} // namespace scanline::data
