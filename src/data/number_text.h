#pragma once
#include <charconv>
#include <string_view>
#include <system_error>

namespace scanline::data {

struct NumberText {
    double value = 0;
    std::errc error{}; ///< invalid_argument: no number; result_out_of_range: none that double precision holds
    std::size_t size = 0; ///< of its text
};

/// The number that a text begins with: "1", "+.5", "-1E3", "inf", "nan". Not hexadecimal, no separators of
/// thousands.
inline NumberText number_at_front(std::string_view text) {
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

} // namespace scanline::data
