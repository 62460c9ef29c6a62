#pragma once
#include "scanline/bench/compaction_plan.h"
#include "scanline/bench/experiment.h"

#include <vector>

namespace scanline::bench {

/// What table 1 is measured on: hand, bunny, finger and their negatives, and an image of two halves, in the
/// paper's three sizes; in a quick run in one. Each setting on each; those of a data set are one group,
/// interleaved, because they are compared.
std::vector<PlannedGroup> image_groups(const Request& request,
                                       const std::vector<CompactionVariant>& settings);

/// Bars of what was measured on them: the images and the negatives of each size.
std::vector<Figure> image_figures(const Results& results);

} // namespace scanline::bench
