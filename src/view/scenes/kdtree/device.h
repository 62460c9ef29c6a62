#pragma once
#include "kit/job.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/machine/machine.h"
#include "scenes/kdtree/run.h"

#include <functional>
#include <string>
#include <vector>

namespace scanline::view::kdtree_scene {

/// A software renderer takes too long to build more points in the background.
inline constexpr std::int64_t max_software_points = 1 << 18;

/// The levels that passes of the GPU's build split, and their time.
struct Levels {
    int first = 0, last = 0; ///< levels
    double milliseconds = 0;
};

/// The tree of a run's points as the GPU builds it, compared with the CPU's node for node.
struct DeviceBuild : GpuComparison {
    machine::Repetition times; ///< of the build with the median time
    /// From a build that times each pass. On the CPU threads build whole subtrees, so levels have no times.
    std::vector<Levels> levels;
};

/// Why the machine cannot build this many points: it has no compute shaders, or is a software renderer. Empty
/// if it can.
std::string why_not_built(machine::Machine& machine, std::int64_t points);

/// Errors: those of DeviceBuilder; Cancelled.
DeviceBuild build_on_device(machine::Machine& machine, const Run& run, kdtree::BuildVariant variant,
                            const CancelHook& cancelled);

/// Describes the first node at which two builds of the same points differ; empty if there is none.
std::string first_difference(std::span<const std::int32_t> cpu, std::span<const std::uint32_t> gpu);

/// Queries answered by the CPU or the GPU. Excludes uploading queries and downloading results.
struct Answered {
    std::int64_t queries = 0; ///< fewer than requested if `limit` is not empty
    double milliseconds = 0;
    std::string limit{}; ///< why not all, as a sentence; empty if all

    double a_second() const {
        return milliseconds > 0 ? 1000 * static_cast<double>(queries) / milliseconds : 0;
    }
};

/// Many queries of the shown kind, spread over the points' bounds.
struct Batch {
    Answered cpu, gpu;
    int threads = 1;          ///< of the CPU
    std::int64_t found = 0;   ///< points that the CPU has found
    std::string difference{}; ///< the first query that the GPU answers differently, as a sentence
};

/// Called now and then with the fraction done, in [0, 1].
using BuildProgress = std::function<void(double)>;

/// Runs setup.queries queries on the CPU and on the GPU, with the setup's kind, neighbors and reach, and
/// compares all results. Runs fewer if the results would be too large, or if a software renderer would take
/// too long. The tree must not be empty. Errors: those of searches; Cancelled.
Batch run_queries(machine::Machine& machine, const Run& run, const Setup& setup,
                  const BuildProgress& progress, const CancelHook& cancelled);

} // namespace scanline::view::kdtree_scene
