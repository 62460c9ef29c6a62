#pragma once
#include "scanline/bench/results.h"

#include <cstdint>
#include <string_view>

namespace scanline::bench {

// Axes and words that the rows of several experiments share.

inline constexpr std::string_view elements_axis = "elements", by_axis = "by", tier_axis = "tier",
                                  variant_axis = "variant";
/// How many threads of the CPU did the work of a row.
inline constexpr std::string_view threads_axis = "threads";
/// The value of a row on an axis that does not apply to it.
inline constexpr std::string_view no_value = "-";
/// Who did it, where that is this project.
inline constexpr std::string_view by_scanline = "scanline";
inline bool is_ours(const Row& row) {
    return row.axis(by_axis) == by_scanline;
}
/// The variant that claims are about.
inline constexpr std::string_view auto_variant = "auto";
/// The peer that claims are about.
inline constexpr std::string_view by_cub = "cub";
/// What begins the reason of a row whose result was wrong.
inline constexpr std::string_view wrong_result = "wrong result: ";
/// Of all random input.
inline constexpr std::uint64_t primitive_seed = 1;
/// Of an element.
inline constexpr std::int64_t word_bytes = sizeof(std::uint32_t);

} // namespace scanline::bench
