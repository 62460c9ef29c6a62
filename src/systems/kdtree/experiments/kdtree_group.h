#pragma once
#include "experiments/kdtree_case.h"

#include "scanline/bench/measure.h"

#include <vector>

namespace scanline::bench {

/// All contenders by each number of threads, where they have any. What they cannot do is skipped with their
/// reason.
PlannedGroup kdtree_group(const KdtreeSetting& setting, const KdtreeOptions& options);

/// The numbers that were asked for; otherwise one, and that of the usable processors.
std::vector<int> kdtree_threads(const KdtreeOptions& options);

} // namespace scanline::bench
