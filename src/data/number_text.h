#pragma once
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
NumberText number_at_front(std::string_view text);

} // namespace scanline::data
