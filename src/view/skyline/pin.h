#pragma once
#include "scanline/view/scene.h"
#include "skyline/run.h"

namespace scanline::view {

/// Why a point is in the skyline or not: its masks, who dominates it and when it was found out, and its value
/// in each column beside that of the dominator.
Pinned sky_pinned(const SkyRun& run, std::uint32_t point);

/// The same for the point under the mouse, in a few lines.
std::string sky_tooltip(const SkyRun& run, std::uint32_t point);

} // namespace scanline::view
