#pragma once
#include "trace/run_trace.h"

#include <string>

namespace scanline::view {

/// The algorithm that ran: the one that auto chose.
raster::Algorithm algorithm_of(const RunRecord& record);
/// True if a run's flags are 1 where an element is invalid, as prefix sums count them; false: where it is
/// valid, as trees do.
bool marks_invalid(const RunRecord& record);
/// Explains a step in one or two sentences.
std::string sentence_of(const RunRecord& record, int step);

} // namespace scanline::view
