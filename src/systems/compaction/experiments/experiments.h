#pragma once
#include "scanline/bench/experiment.h"

namespace scanline::bench {

// The experiments with compactions, each from the file of its family.

Experiment stage_times();          ///< fig7
Experiment time_by_density_32();   ///< fig8
Experiment time_by_density_256();  ///< fig9
Experiment time_by_density_2048(); ///< fig10
Experiment image_table();          ///< table1
Experiment prefix_crossover();
Experiment concatenation_cost();
Experiment scaling();
Experiment adaptions();
Experiment compaction_sweep(); ///< compact

/// Plans groups on the raster engine, with the copy pass as the roof.
Plan raster_plan(const Request& request, std::vector<PlannedGroup> groups);
/// The same for experiments that measure auto; the notes name its cost model.
Plan raster_plan(const Request& request, std::vector<PlannedGroup> groups, const AutoCosts& costs);

AutoCosts auto_costs(const Request& request);

} // namespace scanline::bench
