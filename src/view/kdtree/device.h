#pragma once
#include "kdtree/run.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/machine/machine.h"

#include <string>
#include <vector>

namespace scanline::view {

/// More points would take a software renderer too long to be built by the way.
inline constexpr std::int64_t most_software_points = 1 << 18;

/// What one kind of pass of the GPU's build splits, and how long that takes.
struct KdLevels {
    int first = 0, last = 0; ///< levels
    double milliseconds = 0;
};

/// The tree of a run's points as the GPU builds it, compared with the CPU's node for node.
struct KdDeviceBuild {
    kdtree::BuildVariant variant = kdtree::BuildVariant::split_first;
    std::string not_run;         ///< why the GPU has not built it, in a few words; empty if it has
    std::string difference{};    ///< the first node that differs, as a sentence; empty if all agree
    machine::Repetition times{}; ///< of the build with the median time
    /// Of a build whose passes are timed one by one. The times of a CPU's levels are unknown: its threads
    /// build subtrees, each through all its levels.
    std::vector<KdLevels> levels{};

    bool ran() const { return not_run.empty(); }
};

/// Why the machine does not build this many points: it has no compute shaders, or is a software renderer.
/// Empty if it does.
std::string why_not_built(machine::Machine& machine, std::int64_t points);

/// Errors: those of DeviceBuilder; Cancelled.
KdDeviceBuild build_on_device(machine::Machine& machine, const KdRun& run, kdtree::BuildVariant variant,
                              const CancelHook& cancelled);

/// The first node of which two builds of the same points name another point; empty if there is none.
std::string first_difference(std::span<const std::int32_t> cpu, std::span<const std::uint32_t> gpu);

} // namespace scanline::view
