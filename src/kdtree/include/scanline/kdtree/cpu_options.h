#pragma once
#include "scanline/core/pass_observer.h"

namespace scanline::kdtree {

/// How work on the CPU runs.
struct CpuOptions {
    int threads = 0;                  ///< 0: as many as there are usable processors and work for
    PassObserver* observer = nullptr; ///< sees the stages; not owned
};

} // namespace scanline::kdtree
