#pragma once
#include "cube/sight.h"

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

} // namespace scanline::view
