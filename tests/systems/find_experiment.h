#pragma once
#include "scanline/systems/all.h"

#include <ranges>

// Experiments of the program's systems.

namespace scanline::systems {

inline const Experiment& find_experiment(std::string_view name) {
    return systems::find_experiment(systems::all(), name);
}

inline auto all_experiments() {
    return systems::experiments_of(systems::all()) |
           std::views::transform([](const Experiment* one) -> const Experiment& { return *one; });
}

} // namespace scanline::systems
