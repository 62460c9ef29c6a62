#pragma once

#include <cstdint>

namespace scanline::kdtree {

/// What a word still holds where the kernels that write the least index they find to it have found none.
inline constexpr std::uint32_t nothing_found = 0xffffffffu;

} // namespace scanline::kdtree
