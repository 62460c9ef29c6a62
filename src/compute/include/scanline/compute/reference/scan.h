#pragma once
#include "scanline/compute/element.h"

#include <span>

namespace scanline::compute::reference {

/// The CPU twin of Scan, for uint32, int32, float and uint64. Bitwise equal, except for sums of floats: those
/// are accumulated in float64 and rounded to float32 on output, which is more accurate than any order of
/// float32 additions. Output may alias the input exactly; otherwise they must not overlap. n = 0: no work.
/// Errors: usage if the lengths differ.
///
///     scan<std::uint32_t>(a, b, Operator::sum, true);   // a: 3 1 7 0 4   b: 0 3 4 11 11
template <class T>
void scan(std::span<const T> input, std::span<T> output, Operator op, bool exclusive);

} // namespace scanline::compute::reference
