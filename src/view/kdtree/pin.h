#pragma once
#include "kdtree/sight.h"
#include "scanline/view/scene.h"

namespace scanline::view {

/// What is known of a point of the run at a step: where it is in the index arrays, what a query does with it,
/// when it becomes a median, and on which side of each split above it lies. asked: null in a build.
Pinned pinned_of(const KdRun& run, const KdAsked* asked, int step, int point);

/// What the steps of a query before this one have done with a node.
std::string fate_of(const KdRun& run, const KdAsked& asked, int step, std::int64_t node);

} // namespace scanline::view
