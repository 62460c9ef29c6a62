#pragma once
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

namespace scanline::compute::reference {

/// The CPU twin of DigitHistogram.
inline std::vector<std::uint32_t> digit_histogram(std::span<const std::uint32_t> keys, int shift, int bins) {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(bins));
    for (const std::uint32_t key : keys)
        ++counts[key >> shift & (static_cast<std::uint32_t>(bins) - 1)];
    return counts;
}

/// The CPU twin of Histogram.
template <std::integral T>
std::vector<std::uint32_t> histogram(std::span<const T> values, T low, T high, int bins) {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(bins));
    const std::int64_t first = low, span = static_cast<std::int64_t>(high) - first;
    for (const std::int64_t value : values) {
        if (value >= low && value < high)
            ++counts[static_cast<std::size_t>((value - first) * bins / span)];
    }
    return counts;
}
std::vector<std::uint32_t> histogram(std::span<const float> values, float low, float high, int bins);

} // namespace scanline::compute::reference
