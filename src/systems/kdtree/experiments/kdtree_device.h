#pragma once
#include "experiments/kdtree_contenders.h"

namespace scanline::bench {

// Scanline on OpenGL. What is asked, and what comes out, is on the GPU; how it gets there and back is not
// timed, but for the points that a tree is verified with.

/// The task of a case. large: see KdtreeOptions::large_on_software. Errors: usage where the case is too
/// large; those of what builds and asks.
KdtreeWork by_device(compute::Engine& engine, const KdtreeCase& on, bool large);

} // namespace scanline::bench
