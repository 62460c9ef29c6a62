#include "experiments/experiments.h"

#include "scanline/bench/compaction_plan.h"
#include "scanline/systems/compaction_experiments.h"

#include <array>
#include <fmt/format.h>

namespace scanline::bench {

Experiments compaction_experiments() {
    static const std::array all{compaction_sweep(),
                                stage_times(),
                                time_by_density_32(),
                                time_by_density_256(),
                                time_by_density_2048(),
                                image_table(),
                                prefix_crossover(),
                                concatenation_cost(),
                                scaling(),
                                adaptions()};
    return all;
}

Plan raster_plan(const Request& request, std::vector<PlannedGroup> groups) {
    return {
        .roof = std::string(copy_roof), .groups = std::move(groups), .engine = &request.machine->raster()};
}

Plan raster_plan(const Request& request, std::vector<PlannedGroup> groups, const AutoCosts& costs) {
    Plan plan = raster_plan(request, std::move(groups));
    plan.notes = fmt::format("Costs that auto goes by: {}.\n", costs.origin);
    return plan;
}

AutoCosts auto_costs(const Request& request) {
    return request.auto_costs ? request.auto_costs() : AutoCosts{};
}

} // namespace scanline::bench
