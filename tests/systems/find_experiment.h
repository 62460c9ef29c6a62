#pragma once
#include "scanline/program/systems.h"

#include <ranges>

// Experiments of the program's systems.

namespace scanline::bench {

inline const Experiment& find_experiment(std::string_view name) {
    return catalog::find_experiment(program::systems(), name);
}

inline auto all_experiments() {
    return catalog::experiments_of(program::systems()) |
           std::views::transform([](const Experiment* one) -> const Experiment& { return *one; });
}

} // namespace scanline::bench
