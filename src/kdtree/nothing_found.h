#pragma once

#include <cstdint>

namespace scanline::kdtree {

/// The initial value of a word that kernels lower to the least index they find.
inline constexpr std::uint32_t nothing_found = 0xffffffffu;

} // namespace scanline::kdtree
