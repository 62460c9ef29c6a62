#pragma once
#include "scanline/catalog/check.h"
#include "scanline/catalog/entry.h"

#include <span>
#include <string_view>
#include <vector>

namespace scanline::catalog {

/// A family of algorithms: all that the command line, `scanline verify`, `scanline bench`, `scanline list`
/// and the visualizer's measurements know of it.
struct System {
    std::string_view name;   ///< "kdtree"
    std::string_view title;  ///< "Balanced k-d trees"
    std::string_view source; ///< the paper
    std::vector<Entry> entries{};
    std::vector<Check> checks{};
    bench::Experiments experiments{};
};

using Systems = std::span<const System>;

/// The experiments of all systems, in their order.
std::vector<const bench::Experiment*> experiments_of(Systems systems);

/// By name. Null where there is none.
const bench::Experiment* experiment_named(Systems systems, std::string_view name);

/// By name. Errors: usage, with the names that there are.
const bench::Experiment& find_experiment(Systems systems, std::string_view name);

} // namespace scanline::catalog
