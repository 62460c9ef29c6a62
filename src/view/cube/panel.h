#pragma once
#include "cube/device.h"
#include "cube/sight.h"

namespace scanline::view {

// Sections of the inspector.

void show_cube_counts(const Look& look, const CubeRun& run, const CubeSight& sight);
/// check: null while it has not finished.
void show_cube_check(const Look& look, const CubeCheck* check);
void show_cube_measured(const Look& look, const CubeMeasured& measured);

} // namespace scanline::view
