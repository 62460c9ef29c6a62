#include "scanline/systems/system.h"

#include "scanline/core/choice.h"

namespace scanline::systems {

std::vector<const bench::Experiment*> experiments_of(Systems systems) {
    std::vector<const bench::Experiment*> all;
    for (const System& system : systems) {
        for (const bench::Experiment& experiment : system.experiments)
            all.push_back(&experiment);
    }
    return all;
}

const bench::Experiment* experiment_named(Systems systems, std::string_view name) {
    const std::vector<const bench::Experiment*> all = experiments_of(systems);
    return find_choice(name, all).value_or(nullptr);
}

const bench::Experiment& find_experiment(Systems systems, std::string_view name) {
    const std::vector<const bench::Experiment*> all = experiments_of(systems);
    return *find_named("experiment", name, all);
}

} // namespace scanline::systems
