#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace scanline::skyline {

/// The work of a search: dominance tests between rows, and mask tests that save some of them.
struct Counters {
    std::int64_t dominance_tests = 0, mask_tests = 0;

    bool operator==(const Counters&) const = default;
};

/// One level of SkyAlign.
struct LevelStats {
    int level = 0;
    std::int64_t points = 0; ///< alive at its start
    std::int64_t pruned = 0; ///< found dominated in it
    Counters counters;

    bool operator==(const LevelStats&) const = default;
};

/// The rows that no other row dominates.
struct Skyline {
    std::vector<std::uint32_t> ids; ///< ascending
    Counters counters;
    std::vector<LevelStats> levels; ///< of SkyAlign; otherwise empty
};

/// Which of equal rows of the skyline stay.
enum class Duplicates {
    all,
    first, ///< the one with the smallest id
};
inline constexpr std::array all_duplicates{Duplicates::all, Duplicates::first};
std::string_view to_string(Duplicates duplicates); ///< "all", "first"

} // namespace scanline::skyline
