#pragma once
#include "scanline/systems/experiment.h"

namespace scanline::systems::test {

/// Results of cube, and of cube-paper, that nobody measured, on a GPU: every claim holds.
Results good_cubes();
Results good_cube_paper();

} // namespace scanline::systems::test
