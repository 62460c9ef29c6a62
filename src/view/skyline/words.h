#pragma once
#include "scanline/view/scene.h"
#include "skyline/run.h"
#include "skyline/sight.h"

namespace scanline::view {

/// The code of a step of SkyAlign with what it computes: for the pinned point, if there is one and it is
/// still there. pinned: -1 for none.
Listing sky_listing(const SkyRun& run, const SkySight& sight, int pinned);

/// Why a point is in the skyline or not: its masks, who dominates it and when it was found out, and its value
/// in each column beside that of the dominator.
Pinned sky_pinned(const SkyRun& run, std::uint32_t point);

/// The same for the point under the mouse, in a few lines.
std::string sky_tooltip(const SkyRun& run, std::uint32_t point);

} // namespace scanline::view
