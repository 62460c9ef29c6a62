#pragma once
#include "scanline/core/random.h"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

namespace scanline::test {

/// Contents to try number algorithms with, each for a reason.
enum class Values {
    ones,        ///< a sum is the number of elements: shows missing or doubly counted ones
    index,       ///< all elements distinct: shows misplaced ones
    random,      ///< all bits, so that sums wrap around
    one_hot,     ///< all zero, except for a one on both sides of tile boundaries
    sorted,      ///< ascending: every maximum is the newest element
    reversed,    ///< descending: every minimum is the newest element
    equal,       ///< ties everywhere
    low_entropy, ///< two values, one of them rare
};

inline constexpr std::array all_values{Values::ones,   Values::index,    Values::random, Values::one_hot,
                                       Values::sorted, Values::reversed, Values::equal,  Values::low_entropy};

/// "ones", "index" ...
constexpr std::string_view to_string(Values values) {
    switch (values) {
    case Values::ones: return "ones";
    case Values::index: return "index";
    case Values::random: return "random";
    case Values::one_hot: return "one-hot";
    case Values::sorted: return "sorted";
    case Values::reversed: return "reversed";
    case Values::equal: return "equal";
    case Values::low_entropy: return "low-entropy";
    }
    return "";
}

namespace detail {

// Integers, also for floats: small enough for exact sums of 100,000.
template <class T>
T element_of(Values values, std::uint64_t i, std::uint64_t size, std::uint64_t tile, Random& random) {
    constexpr bool is_float = std::is_floating_point_v<T>;
    constexpr std::uint64_t most = 100;
    const auto ascending = [&](std::uint64_t at) { return static_cast<T>(is_float ? at * most / size : at); };
    switch (values) {
    case Values::ones: return 1;
    case Values::index: return static_cast<T>(is_float ? i % most : i);
    case Values::random:
        return is_float ? static_cast<T>(random.between(-static_cast<int>(most), static_cast<int>(most)))
                        : static_cast<T>(random.next());
    case Values::one_hot: return static_cast<T>(i % tile == 0 || i % tile == tile - 1 ? 1 : 0);
    case Values::sorted: return ascending(i);
    case Values::reversed: return ascending(size - 1 - i);
    case Values::equal: return 7;
    case Values::low_entropy: return static_cast<T>(random.below(50) == 0 ? 5 : 0);
    }
    return 0;
}

} // namespace detail

/// This many elements; `tile`: sets the boundaries for one_hot.
template <class T>
std::vector<T> make_values(Values values, std::int64_t size, std::int64_t tile, Random& random) {
    std::vector<T> all(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = detail::element_of<T>(values, i, all.size(), static_cast<std::uint64_t>(tile), random);
    return all;
}

/// The two NaNs whose payload is all ones.
inline const float greatest_nan = std::bit_cast<float>(0x7fffffffu);
inline const float min_nan = std::bit_cast<float>(0xffffffffu);

/// Floats of every kind that break comparisons on GPUs: both zeros, both infinities, NaNs with payloads,
/// subnormals, neighbours, random bits; now and then the two NaNs above.
inline std::vector<float> make_odd_floats(std::int64_t size, Random& random) {
    constexpr std::array<std::uint32_t, 16> odd{
        0x00000000u, 0x80000000u,              // zeros
        0x7f800000u, 0xff800000u,              // infinities
        0x7fc00000u, 0xffc00000u,              // default NaNs
        0x7f800001u, 0xff800001u, 0x7fc12345u, // NaNs with payloads, the first two of them signalling
        0x7fffffffu, 0xffffffffu,              // greatest_nan, min_nan
        0x00000001u, 0x80000001u,              // the smallest subnormals
        0x3f800000u, 0x3f800001u, 0xbf800000u, // 1, its neighbour, -1
    };
    std::vector<float> all(static_cast<std::size_t>(size));
    for (float& value : all)
        value = std::bit_cast<float>(random.below(2) == 0 ? odd[random.below(odd.size())]
                                                          : static_cast<std::uint32_t>(random.next()));
    return all;
}

} // namespace scanline::test
