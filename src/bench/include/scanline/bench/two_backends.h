#pragma once
#include "scanline/bench/experiment.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::bench {

// Shared by experiments that measure Scanline on the processor and by compute shaders, beside peers: those
// with Needs::compute_or_processor.

/// Scanline on the CPU, and on OpenGL: values of by_axis.
inline constexpr std::string_view by_scanline_cpu = "scanline-cpu", by_scanline_compute = "scanline-compute";

/// Names the backend of a row, with its threads: "scanline-cpu, threads: 2", "scanline-compute".
std::string contender_of(const Row& row);

/// The values of --variant; where none is named, both take part.
inline constexpr std::string_view cpu_variant = "cpu", compute_variant = "compute";
bool takes_part(const Request& request, std::string_view variant);
/// The OpenGL engine to measure; null without OpenGL variants.
compute::Engine* engine_of(const Request& request);
/// True if that engine runs on a GPU, which is given the sizes of papers.
bool has_gpu(const Request& request);

/// Errors: usage if the engine is a software renderer, there are more than `most` of the things named `what`,
/// and the variant compute was not asked for by name.
void require_short(const compute::Engine& engine, const Request& request, std::int64_t size,
                   std::int64_t most, std::string_view what);

/// Times the stages of work on an engine by the wall clock. Each stage ends with a wait for the GPU, so that
/// it includes its copies and everything it submitted. On a GPU, the work first runs once untimed, since an
/// idle GPU is slow.
StagedWork finished_stages(compute::Engine& engine, Work work);

/// The text of --variant for experiments on both backends.
struct TwoBackendTexts {
    std::string threads;  ///< of the CPU by default: "1, and as many as processors"
    std::string software; ///< what of a software renderer: "of trees that it does in seconds"
};

/// Adds needs, the axes --threads and --variant after its own, and a plan of these groups.
Experiment on_two_backends(Experiment own, std::vector<PlannedGroup> groups(const Request& request),
                           const TwoBackendTexts& texts);

} // namespace scanline::bench
