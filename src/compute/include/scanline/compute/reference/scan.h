#pragma once
#include "scanline/compute/element.h"

#include <span>

namespace scanline::compute::reference {

/// The CPU twin of Scan, for uint32, int32, float and uint64. Bit for bit the same, but for sums of floats:
/// those are added one after the other in float64 and rounded to float32 where they are written, which is
/// closer to the right ones than any order of additions in float32. Output may be the input itself; otherwise
/// the two are apart. n = 0 is nothing to do. Errors: usage where the lengths differ.
///
///     scan<std::uint32_t>(a, b, Operator::sum, true);   // a: 3 1 7 0 4   b: 0 3 4 11 11
template <class T>
void scan(std::span<const T> input, std::span<T> output, Operator op, bool exclusive);

} // namespace scanline::compute::reference
