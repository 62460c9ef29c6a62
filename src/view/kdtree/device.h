#pragma once
#include "kdtree/run.h"
#include "kit/job.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/machine/machine.h"

#include <string>
#include <vector>

namespace scanline::view {

/// A software renderer takes too long to build more points in the background.
inline constexpr std::int64_t most_software_points = 1 << 18;

/// The levels that passes of the GPU's build split, and their time.
struct KdLevels {
    int first = 0, last = 0; ///< levels
    double milliseconds = 0;
};

/// The tree of a run's points as the GPU builds it, compared with the CPU's node for node.
struct KdDeviceBuild : GpuComparison {
    machine::Repetition times; ///< of the build with the median time
    /// From a build that times each pass. On the CPU threads build whole subtrees, so levels have no times.
    std::vector<KdLevels> levels;
};

/// Why the machine cannot build this many points: it has no compute shaders, or is a software renderer. Empty
/// if it can.
std::string why_not_built(machine::Machine& machine, std::int64_t points);

/// Errors: those of DeviceBuilder; Cancelled.
KdDeviceBuild build_on_device(machine::Machine& machine, const KdRun& run, kdtree::BuildVariant variant,
                              const CancelHook& cancelled);

/// Describes the first node at which two builds of the same points differ; empty if there is none.
std::string first_difference(std::span<const std::int32_t> cpu, std::span<const std::uint32_t> gpu);

} // namespace scanline::view
