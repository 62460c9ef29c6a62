#pragma once
#include <cstdint>

namespace scanline::data {

/// The luma of ITU-R BT.601, rounded; a grey stays what it is.
constexpr std::uint8_t grey_of(int red, int green, int blue) {
    return static_cast<std::uint8_t>((299 * red + 587 * green + 114 * blue + 500) / 1000);
}

} // namespace scanline::data
