#pragma once
#include "cube/run.h"
#include "cube/sight.h"
#include "scanline/view/scene.h"

#include <string>

namespace scanline::view {

std::string cube_title(const CubeRun& run, const CubeStep& step);
/// Explains in one or two sentences what the step does, and why.
std::string cube_sentence(const CubeRun& run, const CubeStep& step);

/// "7 rows, sum 1,204"
std::string cell_text(const CubeRun& run, const cube::Cell& cell);
/// "B = 1, C = 0"; "All rows" without conditions.
std::string query_words(const CubeRun& run);
/// "by the path", "by side links", "by a scan"
std::string_view method_words(cube::Method method);

/// Returns the pseudocode of a build, update or query, at a step.
Listing cube_listing(const CubeRun& run, const CubeSight& sight);

/// Describes a pinned node: its path, rows, aggregates, children and side links.
Pinned cube_pinned(const CubeRun& run, const cube::Tree& tree, CubeNode at);
/// Describes a node briefly, for a tooltip.
std::string cube_tooltip(const CubeRun& run, const cube::Tree& tree, CubeNode at);

} // namespace scanline::view
