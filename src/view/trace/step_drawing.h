#pragma once
#include "scanline/view/look.h"
#include "trace/time_line.h"

#include <optional>

namespace scanline::view {

/// A row of the stages, the current one lit. Returns the first position of a stage that was clicked. Nothing
/// without positions. compared: the line has the passes of two runs.
std::optional<int> draw_stages(const Look& look, const TimeLine& line, int position, bool compared);

} // namespace scanline::view
