#pragma once
#include "elements.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::test {

/// The sizes for testing selections, sorts and reductions, each for a reason, and seeded random ones.
inline std::vector<std::int64_t> select_sizes(std::uint64_t seed, int random_count = 3) {
    std::vector<std::int64_t> sizes{
        0,      1,      2,      3,    4,    5,    // nothing, one element, one load of four
        7,      8,      9,      31,   32,   33,   // lanes
        127,    128,    129,    255,  256,  257,  // small groups, digits
        2047,   2048,   2049,   4095, 4096, 4097, // tiles; tiles of a sort with lanes
        8191,   8192,   8193,                     // tiles; tiles of a sort without lanes
        16'383, 16'384, 16'385,                   // two of them
        997,    4093,   65'521,                   // primes: no power of two divides them
    };
    Random random(seed);
    for (int i = 0; i < random_count; ++i)
        sizes.push_back(static_cast<std::int64_t>(random.below(100'000)) + 1);
    return sizes;
}

/// Edge cases of float comparison: zeros, infinities, NaN with payloads (the first two signalling), the two
/// whose payload is all ones, the smallest subnormal numbers, 1 with a neighbour, -1.
inline constexpr std::array<std::uint32_t, 16> odd_floats{
    0x00000000u, 0x80000000u, 0x7f800000u, 0xff800000u, 0x7f800001u, 0xff800001u, 0x7fc00000u, 0xffc12345u,
    0x7fffffffu, 0xffffffffu, 0x00000001u, 0x80000001u, 0x3f800000u, 0x3f800001u, 0xbf800000u, 0x7f7fffffu};

/// Edge cases of orders.
template <class T>
T odd_element(Random& random) {
    if constexpr (std::is_same_v<T, float>) {
        return std::bit_cast<float>(odd_floats[random.below(odd_floats.size())]);
    } else {
        using Limits = std::numeric_limits<T>;
        const std::array<T, 6> odd{Limits::min(), Limits::min() + 1, T(-1), T(0), T(1), Limits::max()};
        return odd[random.below(odd.size())];
    }
}

/// Which elements are selected, each for a reason.
enum class Selection {
    none,
    all,
    one_hot,     ///< only on both sides of tile edges
    alternating, ///< splits every load of four
    rare,        ///< one in a hundred: tiles with none
    half,        ///< at random
    most,        ///< ninety-nine in a hundred
    runs,        ///< of random lengths: tiles with none and with all
};

inline constexpr std::array all_selections{Selection::none,        Selection::all,  Selection::one_hot,
                                           Selection::alternating, Selection::rare, Selection::half,
                                           Selection::most,        Selection::runs};

/// "none", "all", "one-hot" ...
constexpr std::string_view to_string(Selection selection) {
    switch (selection) {
    case Selection::none: return "none";
    case Selection::all: return "all";
    case Selection::one_hot: return "one-hot";
    case Selection::alternating: return "alternating";
    case Selection::rare: return "rare";
    case Selection::half: return "half";
    case Selection::most: return "most";
    case Selection::runs: return "runs";
    }
    return "";
}

/// Flags of `size` elements; `tile`: the tile size for one_hot. Selecting flags are any nonzero number.
inline std::vector<std::uint32_t> make_flags(Selection selection, std::int64_t size, std::int64_t tile,
                                             Random& random) {
    constexpr std::array<std::uint32_t, 4> selecting{1, 2, 0x80000000u, 0xffffffffu};
    bool in_run = false;
    const auto is_selected = [&](std::int64_t i) {
        switch (selection) {
        case Selection::none: return false;
        case Selection::all: return true;
        case Selection::one_hot: return i % tile == 0 || i % tile == tile - 1;
        case Selection::alternating: return i % 2 == 0;
        case Selection::rare: return random.below(100) == 0;
        case Selection::half: return random.below(2) == 0;
        case Selection::most: return random.below(100) != 0;
        case Selection::runs: return in_run = random.below(3000) == 0 ? !in_run : in_run;
        }
        return false;
    };
    std::vector<std::uint32_t> flags;
    for (std::int64_t i = 0; i < size; ++i)
        flags.push_back(is_selected(i) ? selecting[random.below(selecting.size())] : 0);
    return flags;
}

/// Counts on the GPU for an array of `size` elements: none, fewer, all but one, all, more, the maximum.
inline std::vector<std::uint32_t> edge_counts(std::int64_t size) {
    const auto n = static_cast<std::uint32_t>(size);
    return {0, n / 3, n == 0 ? 0 : n - 1, n, n + 100, 0xffffffffu};
}

/// The first bitwise difference of two arrays, for messages; empty if equal.
template <class T>
std::string difference(const std::vector<T>& found, const std::vector<T>& expected) {
    if (found.size() != expected.size())
        return fmt::format("{} elements in place of {}", found.size(), expected.size());
    const auto text = [](const T& element) {
        if constexpr (sizeof(T) == 8)
            return fmt::format("{:#018x}", std::bit_cast<std::uint64_t>(element));
        else
            return fmt::format("{:#010x}", std::bit_cast<std::uint32_t>(element));
    };
    for (std::size_t i = 0; i < found.size(); ++i)
        if (std::memcmp(&found[i], &expected[i], sizeof(T)) != 0)
            return fmt::format("element {} of {} is {} in place of {}", i, found.size(), text(found[i]),
                               text(expected[i]));
    return "";
}

} // namespace scanline::test
