#pragma once
#include "scanline/bench/experiment.h"

namespace scanline::bench {

/// The figures and tables of the paper on compaction, in its order, and the sweep over any of its axes.
Experiments compaction_experiments();

} // namespace scanline::bench
