#include "scanline/systems/system.h"

#include "scanline/core/choice.h"

namespace scanline::systems {

std::vector<const Experiment*> experiments_of(Systems systems) {
    std::vector<const Experiment*> all;
    for (const System& system : systems) {
        for (const Experiment& experiment : system.experiments)
            all.push_back(&experiment);
    }
    return all;
}

const Experiment* experiment_named(Systems systems, std::string_view name) {
    const std::vector<const Experiment*> all = experiments_of(systems);
    return find_choice(name, all).value_or(nullptr);
}

const Experiment& find_experiment(Systems systems, std::string_view name) {
    const std::vector<const Experiment*> all = experiments_of(systems);
    return *find_named("experiment", name, all);
}

} // namespace scanline::systems
