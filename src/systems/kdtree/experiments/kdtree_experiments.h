#pragma once
#include "scanline/systems/kdtree.h"

namespace scanline::bench {

Experiment kdtree_sweep(); ///< kdtree
Experiment kdtree_paper();

std::vector<PlannedGroup> kdtree_sweep_groups(const KdtreeOptions& options);
std::vector<PlannedGroup> kdtree_paper_groups(const KdtreeOptions& options);

KdtreeOptions kdtree_options(const Request& request);
Plan kdtree_plan(const KdtreeOptions& options, std::vector<PlannedGroup> groups);

/// Plans the groups of an experiment.
template <std::vector<PlannedGroup> groups(const KdtreeOptions& options)>
Plan kdtree_plan_of(const Request& request) {
    const KdtreeOptions options = kdtree_options(request);
    return kdtree_plan(options, groups(options));
}

/// The axes of all of them: --threads and --variant.
std::vector<Axis> kdtree_axes();

} // namespace scanline::bench
