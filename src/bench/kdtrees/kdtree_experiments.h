#pragma once
#include "scanline/bench/kdtree.h"

namespace scanline::bench {

Experiment kdtree_sweep(); ///< kdtree
Experiment kdtree_paper();

std::vector<PlannedGroup> kdtree_sweep_groups(const KdtreeOptions& options);
std::vector<PlannedGroup> kdtree_paper_groups(const KdtreeOptions& options);

KdtreeOptions kdtree_options(const Request& request);
Plan kdtree_plan(const KdtreeOptions& options, std::vector<PlannedGroup> groups);

/// The plan of groups that are made by options.
template <std::vector<PlannedGroup> groups(const KdtreeOptions& options)>
Plan kdtree_plan_of(const Request& request) {
    const KdtreeOptions options = kdtree_options(request);
    return kdtree_plan(options, groups(options));
}

/// --threads and --variant, which all of them have.
std::vector<Axis> kdtree_axes();

} // namespace scanline::bench
