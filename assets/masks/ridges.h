#pragma once
#include "field.h"

namespace scanline::masks {

/// Side of the grid on which ridges grow: coarser than the mask, since ridges are smooth and nothing is lost.
constexpr int ridge_grid_size = mask_size / 4;

/// The ridges of a whorl with two deltas, about -1 in the valleys to 1 on the crests.
Field grow_ridges();

} // namespace scanline::masks
