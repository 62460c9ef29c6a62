#pragma once
#include <array>
#include <string_view>

namespace scanline {

/// The operator of a reduction or a scan. Its identity is the result for zero elements.
enum class Operator {
    sum, ///< identity 0
    min, ///< identity: the greatest value of the type, +infinity of floats
    max, ///< identity: the least value of the type, -infinity of floats
};

inline constexpr std::array all_operators{Operator::sum, Operator::min, Operator::max};

/// "sum", "min", "max"
std::string_view to_string(Operator op);

} // namespace scanline
