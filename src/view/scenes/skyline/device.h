#pragma once
#include "kit/job.h"
#include "scanline/machine/machine.h"
#include "scanline/machine/repetition.h"
#include "scenes/skyline/run.h"

#include <functional>
#include <string>
#include <vector>

namespace scanline::view::skyline_scene {

/// SkyAlign on the GPU, compared with the trace of a run: ids, counters, and levels.
struct Check : GpuComparison {
    machine::Repetition times; ///< stages: "before levels", then each level, 0 ms if it has nothing to do
};
/// Errors: those of DeviceSkyline; Cancelled.
Check check_on_gpu(machine::Machine& machine, const Run& run, const CancelHook& cancelled);

/// What differs between a trace's result and the GPU's, as a sentence; empty if nothing does.
std::string first_difference(const skyline::Skyline& cpu, const skyline::Skyline& gpu);

/// Skylines of many rows by skyline::find() on the CPU and SkyAlign on the GPU.
struct Measured : GpuComparison {
    std::int64_t rows = 0, found = 0;
    std::string how;         ///< the CPU's algorithm, and why
    int threads = 1;         ///< of the CPU
    machine::Repetition cpu; ///< the one with the median time
    machine::Repetition gpu; ///< as Check::times, but without counters
};
/// Takes setup.measured generated rows, or all of the table's. progress: called with the part that is done.
/// Errors: those of skyline::find() and DeviceSkyline; Cancelled.
Measured measure_sky(machine::Machine& machine, const Run& run, const Setup& setup,
                     const std::function<void(double)>& progress, const CancelHook& cancelled);

} // namespace scanline::view::skyline_scene
