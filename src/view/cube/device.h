#pragma once
#include "cube/run.h"
#include "kit/job.h"
#include "kit/median_time.h"
#include "scanline/machine/machine.h"

#include <functional>
#include <string>

namespace scanline::view {

/// The tree, the update and the cell of a run by compute shaders, compared with the CPU's.
struct CubeCheck : GpuComparison {
    machine::Repetition times; ///< of the build
};
/// Errors: those of DeviceBuild, DeviceUpdate and DeviceQuery; Cancelled.
CubeCheck check_on_gpu(machine::Machine& machine, const CubeRun& run, const CancelHook& cancelled);

/// The first array in which two trees differ, as a sentence; empty if there is none. what: "the build".
std::string first_difference(const cube::Tree& cpu, const cube::Tree& gpu, std::string_view what);

/// Trees of many rows.
struct CubeMeasured : GpuComparison {
    std::int64_t rows = 0, nodes = 0;
    int threads = 1;              ///< of the CPU
    machine::Repetition cpu, gpu; ///< the builds with the median times
};
/// Errors: those of build() and DeviceBuild; Cancelled.
CubeMeasured measure_cube(machine::Machine& machine, const CubeSetup& setup,
                          const std::function<void(double)>& progress, const CancelHook& cancelled);

} // namespace scanline::view
