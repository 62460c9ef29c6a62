#pragma once
#include "kdtree/run.h"
#include "scanline/machine/machine.h"

#include <functional>
#include <string>

namespace scanline::view {

/// Queries that one side has answered, without the way of queries and results to the GPU and back.
struct KdAnswered {
    std::int64_t queries = 0; ///< fewer than asked for, if `limit` says so
    double milliseconds = 0;
    std::string limit{}; ///< why not all, as a sentence; empty if all

    double a_second() const {
        return milliseconds > 0 ? 1000 * static_cast<double>(queries) / milliseconds : 0;
    }
};

/// Many queries like the shown one, all over the points' bounds.
struct KdBatch {
    KdAnswered cpu, gpu;
    int threads = 1;          ///< of the CPU
    std::int64_t found = 0;   ///< points that the CPU has found
    std::string difference{}; ///< the first query that the GPU answers differently, as a sentence
};

/// Called now and then with the part that is done, in [0, 1].
using KdProgress = std::function<void(double)>;

/// Asks setup.queries queries of the kind, neighbors or reach of a setup on both, and compares all results. A
/// side gets fewer where their results would be too many, a software renderer also where there are many.
/// The tree has points. Errors: those of searches; Cancelled.
KdBatch ask_many(machine::Machine& machine, const KdRun& run, const KdSetup& setup,
                 const KdProgress& progress, const CancelHook& cancelled);

} // namespace scanline::view
