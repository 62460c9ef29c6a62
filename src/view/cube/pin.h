#pragma once
#include "cube/run.h"
#include "scanline/view/scene.h"

#include <string>

namespace scanline::view {

/// Describes a pinned node: its path, rows, aggregates, children and side links.
Pinned cube_pinned(const CubeRun& run, const cube::Tree& tree, CubeNode at);
/// Describes a node briefly, for a tooltip.
std::string cube_tooltip(const CubeRun& run, const cube::Tree& tree, CubeNode at);

} // namespace scanline::view
