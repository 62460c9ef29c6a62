#pragma once
#include "experiments/kdtree_experiments.h"
#include "scanline/systems/kdtree.h"
#include "systems/made_up_results.h"

#include <string>
#include <vector>

namespace scanline::systems::test {

/// The experiment of this name; throws where there is none.
const Experiment& kdtree_experiment(const std::string& name);

/// Where a row of a k-d tree is on the axes.
struct KdtreePoint {
    std::string task, by = "scanline-cpu";
    int threads = 1; ///< 0: none
    std::int64_t elements = 1 << 20;
    int dimensions = 3;
    std::string points = "uniform", type = "float", k = "-";
    std::int64_t queries = 1000; ///< of what asks
};

/// Results of an experiment that nobody measured: without rows.
Results made_up_kdtrees(const std::string& experiment);
/// A row of six repetitions of the same time.
void add_kdtree(Results& results, const KdtreePoint& point, double milliseconds);

/// The stages of its first repetition.
std::vector<std::string> stage_names(const Row& row);

/// Fake peers by their faults.
std::vector<Peer> fakes(const std::vector<std::string>& faults);
/// Fake peers that are right, under other names.
std::vector<Peer> fakes_named(const std::vector<std::string>& names);

} // namespace scanline::systems::test
