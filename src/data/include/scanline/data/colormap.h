#pragma once
#include <array>
#include <cstdint>

namespace scanline::data {

using Rgb = std::array<std::uint8_t, 3>;

/// The viridis colour map of van der Walt and Smith (CC0): perceptually uniform, legible without colour
/// vision. position in [0, 1], clamped; interpolates linearly between nine of its colours, within three steps
/// of the 256 originals.
///
///     viridis(0) == {68, 1, 84}, viridis(1) == {253, 231, 37}
Rgb viridis(double position);

} // namespace scanline::data
