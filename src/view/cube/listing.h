#pragma once
#include "cube/sight.h"
#include "scanline/view/scene.h"

namespace scanline::view {

/// The code of builds, updates or queries at a step.
Listing cube_listing(const CubeRun& run, const CubeSight& sight);

} // namespace scanline::view
