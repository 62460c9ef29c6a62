#pragma once
#include "scanline/core/operator.h"

namespace scanline::compute {

/// Sums of integers wrap around. Sums of floats are added in an order that depends on the variant and the
/// size alone, so they are the same bits in every run. Minimum and maximum of floats go by the total order of
/// IEEE 754 (section 5.10): -NaN < -infinity < ... < -0 < +0 < ... < +infinity < +NaN, with the bits of a NaN
/// kept, except for the two NaN whose payload is all ones: they count as no value at all.
using scanline::all_operators;
using scanline::Operator;

} // namespace scanline::compute
