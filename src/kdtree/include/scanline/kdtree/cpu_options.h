#pragma once
#include "scanline/core/call_limits.h"
#include "scanline/core/pass_observer.h"

namespace scanline::kdtree {

/// How work on the CPU runs.
struct CpuOptions {
    /// So many exactly, 1 to cpu::ThreadTeam::max_threads; 0: all processors, but no more than the work is
    /// worth.
    int threads = 0;
    PassObserver* observer = nullptr; ///< sees the stages; not owned
    CallLimits limits{};
};

} // namespace scanline::kdtree
