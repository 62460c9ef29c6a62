#pragma once
#include "scanline/systems/experiment.h"

namespace scanline::systems {

Experiment command_experiment();
Experiment rank_experiment();

} // namespace scanline::systems
