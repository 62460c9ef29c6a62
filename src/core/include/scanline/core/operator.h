#pragma once
#include <array>
#include <string_view>

namespace scanline {

/// What a reduction or a scan combines with; its identity is what the empty one gives.
enum class Operator {
    sum, ///< identity 0
    min, ///< identity: the greatest value of the type, +infinity of floats
    max, ///< identity: the least value of the type, -infinity of floats
};

inline constexpr std::array all_operators{Operator::sum, Operator::min, Operator::max};

/// "sum", "min", "max"
constexpr std::string_view to_string(Operator op) {
    switch (op) {
    case Operator::sum: return "sum";
    case Operator::min: return "min";
    case Operator::max: return "max";
    }
    return "";
}

} // namespace scanline
