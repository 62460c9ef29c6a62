#include "kdtrees/kdtree_experiments.h"

namespace scanline::bench {

std::span<const KdtreeExperiment> kdtree_experiments() {
    static const std::array all{kdtree_sweep(), kdtree_paper()};
    return all;
}

Plan make_plan(const KdtreeExperiment& experiment, const KdtreeOptions& options) {
    return {std::string(experiment.name), std::string(experiment.title), {}, experiment.groups(options)};
}

} // namespace scanline::bench
