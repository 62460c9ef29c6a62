#pragma once
#include <cstdint>

namespace scanline::catalog {

/// The machine's limits for random cases. Algorithms have limits of their own besides.
struct CaseLimits {
    std::int64_t largest = 100'000; ///< elements
    int max_side = 16'384;          ///< of a texture, see raster::Engine::max_side()
    bool shader_int64 = true;       ///< whether the driver computes with uint64
};

} // namespace scanline::catalog
