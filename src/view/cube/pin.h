#pragma once
#include "cube/run.h"
#include "scanline/view/scene.h"

#include <string>

namespace scanline::view {

/// What is told of a pinned node: the way to it, its rows and aggregates, children and side links.
Pinned cube_pinned(const CubeRun& run, const cube::Tree& tree, CubeNode at);
/// The same in few lines, below the mouse.
std::string cube_tooltip(const CubeRun& run, const cube::Tree& tree, CubeNode at);

} // namespace scanline::view
