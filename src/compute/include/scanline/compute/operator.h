#pragma once
#include <array>
#include <string_view>

namespace scanline::compute {

/// What a reduction or a scan combines with; its identity is what the empty one gives.
///
/// Sums of integers wrap around. Sums of floats are added in an order that depends on the variant and the
/// size alone, so they are the same bits in every run. Minimum and maximum of floats go by the total order of
/// IEEE 754 (section 5.10): -NaN < -infinity < ... < -0 < +0 < ... < +infinity < +NaN, with the bits of a NaN
/// kept, except for the two NaN whose payload is all ones: they count as no value at all.
enum class Operator {
    sum, ///< identity 0
    min, ///< identity: the greatest value of the type, +infinity of floats
    max, ///< identity: the least value of the type, -infinity of floats
};

inline constexpr std::array all_operators{Operator::sum, Operator::min, Operator::max};

/// "sum", "min", "max"
std::string_view to_string(Operator op);

} // namespace scanline::compute
