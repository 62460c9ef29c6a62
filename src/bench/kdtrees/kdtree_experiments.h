#pragma once
#include "scanline/bench/kdtree.h"

namespace scanline::bench {

KdtreeExperiment kdtree_sweep(); ///< kdtree
KdtreeExperiment kdtree_paper();

} // namespace scanline::bench
