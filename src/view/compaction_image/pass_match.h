#pragma once
#include "trace/run_trace.h"

#include <span>

namespace scanline::view {

/// The step of another run that corresponds to one: the pass of that name and step in the same stage; else
/// the pass of the same place in the stage, or its last one; else, where the other run has no such stage, the
/// last pass of the stages before it. 0 where there is none before; the other run has at least one step.
///
///     search of horn                search of bt
///     doubling 3 of horn by Blelloch's method, which has up-sweep 1 .. 3 and down-sweep 3 .. 0: up-sweep 3
///     doubling 3 of horn with bt, which has no prefix sums: the last pass of its reduction
int matching_step(std::span<const TraceStep> steps, int step, std::span<const TraceStep> others);

} // namespace scanline::view
