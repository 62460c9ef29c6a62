#pragma once
#include <cstdint>

namespace scanline::catalog {

/// What random cases may ask of a machine; the limits of the algorithms come on top.
struct CaseLimits {
    std::int64_t largest = 100'000; ///< elements
    int max_side = 16'384;          ///< of a texture, see raster::Engine::max_side()
    bool shader_int64 = true;       ///< whether the driver computes with uint64
};

} // namespace scanline::catalog
