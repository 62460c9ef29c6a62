#pragma once
#include "kdtree/sight.h"
#include "scanline/view/scene.h"

namespace scanline::view {

/// The code of a build, and what a step of it does with the pinned point; without one
/// (-1), with one that has many before it.
Listing build_listing(const KdRun& run, int pinned, int step);
/// The code of a search, and what a visit computes.
Listing query_listing(const KdRun& run, const KdAsked& asked, int step);

} // namespace scanline::view
