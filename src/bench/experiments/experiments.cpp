#include "experiments/experiments.h"

#include "scanline/bench/compaction_plan.h"
#include "scanline/core/error.h"
#include "scanline/core/names.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <array>

namespace scanline::bench {

std::span<const Experiment> experiments() {
    static const std::array all{
        stage_times(), time_by_density_32(), time_by_density_256(), time_by_density_2048(),
        image_table(), prefix_crossover(),   concatenation_cost(),  scaling(),
        adaptions()};
    return all;
}

const Experiment& find_experiment(std::string_view name) {
    const auto found = std::ranges::find(experiments(), name, &Experiment::name);
    if (found != experiments().end())
        return *found;
    throw usage_error("no experiment is called " + printable(name) + ": there are " +
                      names_of(experiments(), [](const Experiment& one) { return one.name; }));
}

Plan make_plan(const Experiment& experiment, raster::Engine& engine, const ExperimentOptions& options) {
    return {std::string(experiment.name), std::string(experiment.title), std::string(copy_roof),
            experiment.groups(engine, options)};
}

} // namespace scanline::bench
