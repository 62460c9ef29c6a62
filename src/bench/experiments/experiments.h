#pragma once
#include "scanline/bench/experiment.h"

namespace scanline::bench {

// The experiments of the list, each from the file of its family.

Experiment stage_times();          ///< fig7
Experiment time_by_density_32();   ///< fig8
Experiment time_by_density_256();  ///< fig9
Experiment time_by_density_2048(); ///< fig10
Experiment image_table();          ///< table1
Experiment prefix_crossover();
Experiment concatenation_cost();
Experiment scaling();
Experiment adaptions();

} // namespace scanline::bench
