#pragma once
#include "scanline/bench/report.h"
#include "scanline/systems/all.h"

#include <ranges>

// Experiments of the program's systems.

namespace scanline::test {}

namespace scanline::systems::test {

using namespace scanline::test; // which this namespace would hide

} // namespace scanline::systems::test

namespace scanline::systems {

using namespace bench; // of which tests see more than experiments do

inline const Experiment& find_experiment(std::string_view name) {
    return find_experiment(all(), name);
}

inline auto all_experiments() {
    return experiments_of(all()) |
           std::views::transform([](const Experiment* one) -> const Experiment& { return *one; });
}

} // namespace scanline::systems
