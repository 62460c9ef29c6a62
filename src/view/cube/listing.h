#pragma once
#include "cube/sight.h"
#include "scanline/view/scene.h"

namespace scanline::view {

/// Returns the pseudocode of a build, update or query, at a step.
Listing cube_listing(const CubeRun& run, const CubeSight& sight);

} // namespace scanline::view
