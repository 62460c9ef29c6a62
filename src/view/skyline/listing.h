#pragma once
#include "skyline/sight.h"

#include "scanline/view/scene.h"

namespace scanline::view {

/// The code of a step of SkyAlign with what it computes: for the pinned point, if there is one and it is
/// still there. pinned: -1 for none.
Listing sky_listing(const SkyRun& run, const SkySight& sight, int pinned);

} // namespace scanline::view
