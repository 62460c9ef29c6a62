#pragma once
#include "compaction_small/model.h"
#include "trace/time_line.h"

#include <string>
#include <vector>

namespace scanline::view {

/// The passes of a model, for a TimeLine.
std::vector<TraceStep> trace_steps(const SmallModel& model);

/// How the results of two algorithms on the same stream differ, see difference_note().
std::string result_note(const SmallModel& a, const SmallModel& b);

} // namespace scanline::view
