#pragma once
#include "scanline/compute/element.h"
#include "scanline/core/random.h"
#include "support/error_message.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace scanline::test {

/// Any bits, including NaN for floats.
template <class T>
T random_element(Random& random) {
    if constexpr (sizeof(T) == 8)
        return std::bit_cast<T>(random.next());
    else
        return std::bit_cast<T>(static_cast<std::uint32_t>(random.next()));
}

template <class T>
std::vector<T> random_elements(Random& random, std::int64_t size) {
    std::vector<T> values(static_cast<std::size_t>(size));
    std::ranges::generate(values, [&] { return random_element<T>(random); });
    return values;
}

inline std::vector<std::uint32_t> random_below(Random& random, std::int64_t size, std::uint64_t bound) {
    std::vector<std::uint32_t> values(static_cast<std::size_t>(size));
    std::ranges::generate(values, [&] { return static_cast<std::uint32_t>(random.below(bound)); });
    return values;
}

/// Edge cases of orders and bins.
template <class T>
std::vector<T> special_elements() {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, float>) {
        const float nan = Limits::quiet_NaN(), inf = Limits::infinity();
        const auto payload = std::bit_cast<float>(0x7fc12345u), all_ones = std::bit_cast<float>(0xffffffffu);
        return {-nan,
                all_ones,
                -inf,
                Limits::lowest(),
                -1.0f,
                -Limits::min(),
                -Limits::denorm_min(),
                -0.0f,
                0.0f,
                Limits::denorm_min(),
                Limits::min(),
                1.0f,
                Limits::max(),
                inf,
                nan,
                payload};
    } else {
        return {Limits::min(), Limits::min() + 1, T(-1), 0, 1, 2, Limits::max() - 1, Limits::max()};
    }
}

/// Few or many distinct values, with special ones among them.
template <class T>
std::vector<T> mixed_elements(Random& random, std::int64_t size) {
    const std::vector<T> special = special_elements<T>();
    std::vector<T> values(static_cast<std::size_t>(size));
    std::ranges::generate(values, [&] {
        switch (random.below(3)) {
        case 0: return special[random.below(special.size())];
        case 1: return static_cast<T>(random.between(0, 9));
        default: return random_element<T>(random);
        }
    });
    return values;
}

/// True if two arrays are bitwise equal, including NaN and the sign of zero.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// Counts on the GPU to test with an array of `size` elements: none, some, all, and more.
inline std::array<std::uint32_t, 4> counts_for(std::int64_t size) {
    const auto n = static_cast<std::uint32_t>(size);
    return {0, n - n / 3, n, n + 100};
}

} // namespace scanline::test
