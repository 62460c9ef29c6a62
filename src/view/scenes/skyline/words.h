#pragma once
#include "kit/scene.h"
#include "scenes/skyline/run.h"
#include "scenes/skyline/step_view.h"

namespace scanline::view::skyline_scene {

/// The code of a step of SkyAlign with what it computes: for the pinned point, if there is one and it is
/// still there. pinned: -1 for none.
Listing listing_of(const Run& run, const StepView& view, int pinned);

/// Why a point is in the skyline or not: its masks, who dominates it and when it was found out, and its value
/// in each column beside that of the dominator. tells: whether it is dominated.
Pinned pinned_of(const Run& run, std::uint32_t point, bool tells = true);

/// The same for the point under the mouse, in a few lines.
std::string tooltip_of(const Run& run, std::uint32_t point, bool tells = true);

/// Some points of which a step finds out whether they are dominated, and by which row.
std::vector<Written> written_points(const Run& run, const StepView& view);

} // namespace scanline::view::skyline_scene
