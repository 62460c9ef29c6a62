#pragma once
#include "scanline/data/image.h"

#include <cstddef>

/// Re-creations of the three 2048 x 2048 masks on which Moreira, Reis and de Sousa (GRAPP 2009) measure
/// stream compaction: white (255) is a valid element, black (0) an invalid one. The originals are not public;
/// these show the same subjects with exactly the same number of valid pixels, and are identical on every
/// machine.
namespace scanline::masks {

constexpr std::size_t hand_valid = 205257;   ///< 4.89 % of the pixels
constexpr std::size_t bunny_valid = 815285;  ///< 19.4 %
constexpr std::size_t finger_valid = 677803; ///< 16.2 %

/// An outstretched hand: few large areas, the lowest spatial frequency of the three.
data::Image make_hand();

/// A sitting rabbit in the pose of the Stanford bunny, engraved in lines that follow its surface.
data::Image make_bunny();

/// A fingerprint, a whorl with its two deltas: the highest spatial frequency of the three.
data::Image make_finger();

} // namespace scanline::masks
