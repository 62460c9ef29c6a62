#pragma once
#include <bit>
#include <cassert>
#include <concepts>

namespace scanline {

/// The base-two logarithm of a power of two: log2_exact(256) == 8.
template <std::integral T>
constexpr int log2_exact(T power_of_two) {
    assert(power_of_two > 0 && (power_of_two & (power_of_two - 1)) == 0);
    return std::countr_zero(static_cast<unsigned long long>(power_of_two));
}

template <std::integral T>
constexpr bool is_power_of_two(T value) {
    return value > 0 && (value & (value - 1)) == 0;
}

/// The smallest power of two that is not less than value (1 for 0).
template <std::integral T>
constexpr T power_of_two_ceiling(T value) {
    return value <= 1 ? T{1} : static_cast<T>(std::bit_ceil(static_cast<unsigned long long>(value)));
}

/// The quotient rounded up, for value >= 0 and divisor > 0.
template <std::integral T>
constexpr T divide_rounding_up(T value, T divisor) {
    return (value + divisor - 1) / divisor;
}

} // namespace scanline
