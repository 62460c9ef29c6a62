#pragma once
#include "kit/job.h"
#include "scanline/machine/machine.h"
#include "scanline/machine/repetition.h"
#include "scenes/cube/run.h"

#include <functional>
#include <string>

namespace scanline::view::cube_scene {

/// Compares the tree, the update and the cell of a run with those of compute shaders.
struct Check : GpuComparison {
    machine::Repetition times; ///< of the build
};
/// Errors: those of DeviceBuild, DeviceUpdate and DeviceQuery; Cancelled.
Check check_on_gpu(machine::Machine& machine, const Run& run, const CancelHook& cancelled);

/// Names the first array in which two trees differ, in a sentence; empty if they are the same. what: "the
/// build".
std::string first_difference(const cube::Tree& cpu, const cube::Tree& gpu, std::string_view what);

/// Measured builds of many rows.
struct Measured : GpuComparison {
    std::int64_t rows = 0, nodes = 0;
    int threads = 1;              ///< of the CPU
    machine::Repetition cpu, gpu; ///< the builds with the median times
};
/// Errors: those of build() and DeviceBuild; Cancelled.
Measured measure_cube(machine::Machine& machine, const Setup& setup,
                      const std::function<void(double)>& progress, const CancelHook& cancelled);

} // namespace scanline::view::cube_scene
