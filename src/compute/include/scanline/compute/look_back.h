#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/gl/handle.h"

#include <cstdint>

namespace scanline::compute {

/// The memory through which groups of a chained scan communicate: a ticket counter and the state of every
/// tile, see shaders/compute/look_back.glsl. States carry the epoch of their scan, so they need no clearing
/// between scans.
class LookBack {
public:
    struct Round {
        BufferRange states; ///< uint32: four words, see silent_tile.glsl, then four per tile
        std::uint32_t epoch = 0;
    };

    /// Begins a scan of `tiles` tiles. Errors: as make_buffer().
    Round begin(std::int64_t tiles);

    /// Only the words before the tiles, for algorithms that just count finished groups.
    Round header();

    /// How often a group had to reduce another group's tile, over all scans so far. Waits for the GPU.
    std::uint32_t fallbacks() const;
    std::int64_t bytes() const { return bytes_; }

private:
    void allocate(std::int64_t tiles);
    void clear();

    gl::Buffer buffer_;
    std::int64_t bytes_ = 0;
    std::uint32_t epoch_ = 0;
};

} // namespace scanline::compute
