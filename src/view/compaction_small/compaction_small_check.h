#pragma once
#include "compaction_small/compaction_small_setup.h"

#include "scanline/raster/engine.h"
#include "scanline/raster/reference/trace.h"

#include <optional>

namespace scanline::view {

/// How the passes of the GPU compare with those of the CPU twin.
struct SmallCheck {
    std::size_t passes = 0; ///< of the twin
    std::optional<raster::reference::TraceDifference> difference;
};

/// Compacts on the GPU and compares.
SmallCheck check_on_gpu(raster::Engine& engine, const SmallSetup& setup,
                        const raster::reference::Trace& twin);

} // namespace scanline::view
