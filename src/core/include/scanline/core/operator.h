#pragma once
#include "scanline/core/named.h"

namespace scanline {

/// The operator of a reduction or a scan. Its identity is the result for zero elements.
enum class Operator {
    sum, ///< identity 0
    min, ///< identity: the greatest value of the type, +infinity of floats
    max, ///< identity: the least value of the type, -infinity of floats
};
constexpr auto table_of(Operator) {
    using enum Operator;
    return named<Operator>({{sum, "sum"}, {min, "min"}, {max, "max"}});
}

} // namespace scanline
