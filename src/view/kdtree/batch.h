#pragma once
#include "kdtree/run.h"
#include "scanline/machine/machine.h"

#include <functional>
#include <string>

namespace scanline::view {

/// Queries answered by the CPU or the GPU. Excludes uploading queries and downloading results.
struct KdAnswered {
    std::int64_t queries = 0; ///< fewer than requested if `limit` is not empty
    double milliseconds = 0;
    std::string limit{}; ///< why not all, as a sentence; empty if all

    double a_second() const {
        return milliseconds > 0 ? 1000 * static_cast<double>(queries) / milliseconds : 0;
    }
};

/// Many queries of the shown kind, spread over the points' bounds.
struct KdBatch {
    KdAnswered cpu, gpu;
    int threads = 1;          ///< of the CPU
    std::int64_t found = 0;   ///< points that the CPU has found
    std::string difference{}; ///< the first query that the GPU answers differently, as a sentence
};

/// Called now and then with the fraction done, in [0, 1].
using KdProgress = std::function<void(double)>;

/// Runs setup.queries queries on the CPU and on the GPU, with the setup's kind, neighbors and reach, and
/// compares all results. Runs fewer if the results would be too large, or if a software renderer would take
/// too long. The tree must not be empty. Errors: those of searches; Cancelled.
KdBatch ask_many(machine::Machine& machine, const KdRun& run, const KdSetup& setup,
                 const KdProgress& progress, const CancelHook& cancelled);

} // namespace scanline::view
