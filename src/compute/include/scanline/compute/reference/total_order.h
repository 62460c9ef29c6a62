#pragma once
#include <compare>

namespace scanline::compute::reference {

/// Whether a comes before b in the order that this room compares by: of integers by their size, of floats
/// the total order of IEEE 754 (section 5.10).
template <class T>
bool comes_before(const T& a, const T& b) {
    return std::is_lt(std::strong_order(a, b));
}

} // namespace scanline::compute::reference
