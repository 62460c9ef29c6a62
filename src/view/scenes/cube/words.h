#pragma once
#include "kit/scene.h"
#include "scenes/cube/run.h"
#include "scenes/cube/step_view.h"

#include <string>

namespace scanline::view::cube_scene {

std::string title_of(const Run& run, const Step& step);
/// Explains in one or two sentences what the step does, and why.
std::string sentence_of(const Run& run, const Step& step);
/// What all steps have made or found.
std::string answer_of(const Run& run, Show show);

/// "7 rows, sum 1,204"
std::string cell_text(const Run& run, const cube::Cell& cell);
/// "B = 1, C = 0"; "All rows" without conditions.
std::string query_words(const Run& run);
/// "by the path", "by side links", "by a scan"
std::string_view method_words(cube::Method method);

/// Returns the pseudocode of a build, update or query, at a step.
Listing listing_of(const Run& run, const StepView& view);

/// The values of nodes that a roll-up or a merge writes; at most 16, of nodes with several parts.
std::vector<Written> written_in(const Run& run, const StepView& view);

/// Describes a pinned node: its path, rows, aggregates, children and side links.
Pinned pinned_of(const Run& run, const cube::Tree& tree, Node at);
/// Describes a node briefly, for a tooltip.
std::string tooltip_of(const Run& run, const cube::Tree& tree, Node at);

} // namespace scanline::view::cube_scene
