#pragma once
#include "scanline/systems/check.h"
#include "scanline/systems/entry.h"

#include <span>
#include <string_view>
#include <vector>

namespace scanline::systems {

/// A family of algorithms, as the command line, `scanline verify`, `scanline bench`, `scanline list` and the
/// visualizer's measurements see it.
struct System {
    std::string_view name;   ///< "kdtree"
    std::string_view title;  ///< "Balanced k-d trees"
    std::string_view source; ///< the paper
    std::vector<Entry> entries{};
    std::vector<Check> checks{};
    Experiments experiments{};
};

using Systems = std::span<const System>;

/// The experiments of all systems, in their order.
std::vector<const Experiment*> experiments_of(Systems systems);

/// Finds an experiment by name; null if there is none.
const Experiment* experiment_named(Systems systems, std::string_view name);

/// Finds an experiment by name. Errors: usage, listing the names.
const Experiment& find_experiment(Systems systems, std::string_view name);

} // namespace scanline::systems
