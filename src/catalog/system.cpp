#include "scanline/catalog/system.h"

#include "scanline/core/names.h"
#include "scanline/core/text.h"

#include <algorithm>

namespace scanline::catalog {

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
    const auto found = std::ranges::find(all, name, [](const bench::Experiment* one) { return one->name; });
    return found == all.end() ? nullptr : *found;
}

const bench::Experiment& find_experiment(Systems systems, std::string_view name) {
    if (const bench::Experiment* found = experiment_named(systems, name))
        return *found;
    throw usage_error(
        "no experiment is called " + printable(name) + ": there are " +
        names_of(experiments_of(systems), [](const bench::Experiment* one) { return one->name; }));
}

} // namespace scanline::catalog
