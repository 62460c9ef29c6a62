#pragma once
#include "scanline/view/transport.h"
#include "scanline/view/widgets.h"
#include "trace/time_line.h"

#include <string>

namespace scanline::view {

/// As step_heading(), but a sentence that needs more lines ends in dots, and its tooltip has it all.
void draw_step_heading(const Look& look, const std::string& title, const std::string& sentence,
                       const Verdict& verdict = {}, int lines = 2);

/// A row of the stages, the current one lit. A click goes to a stage's first pass. Nothing without positions.
/// compared: the line has the passes of two runs.
void draw_stages(const Look& look, const TimeLine& line, Transport& transport, bool compared);

} // namespace scanline::view
