#pragma once
#include "kit/scene.h"
#include "scenes/kdtree/step_view.h"

namespace scanline::view::kdtree_scene {

/// The code of a build, and what a step of it does with the pinned point; without one
/// (-1), with one that has many before it.
Listing build_listing(const Run& run, int pinned, int step);
/// The code of a search, and what a visit computes.
Listing query_listing(const Run& run, const QueryRun& asked, int step);

/// What is known of a point of the run at a step: where it is in the index arrays, what a query does with it,
/// when it becomes a median, and on which side of each split it lies, as far as a build has come. asked: null
/// in a build.
Pinned pinned_of(const Run& run, const QueryRun* asked, int step, int point);

/// What the steps of a query before this one have done with a node.
std::string fate_of(const Run& run, const QueryRun& asked, int step, std::int64_t node);

} // namespace scanline::view::kdtree_scene
