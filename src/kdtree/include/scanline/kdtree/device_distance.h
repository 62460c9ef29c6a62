#pragma once
#include "scanline/compute/element.h"
#include "scanline/kdtree/points.h"

#include <type_traits>

namespace scanline::kdtree {

/// A squared distance on the GPU: a float, or of int32 coordinates a double as its two words, the lower one
/// first.
template <DeviceCoordinate C>
using DeviceDistance = std::conditional_t<std::same_as<C, float>, float, compute::Pair>;

} // namespace scanline::kdtree
