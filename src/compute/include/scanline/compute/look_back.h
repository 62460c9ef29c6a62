#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/gl/handle.h"

#include <cstdint>

namespace scanline::compute {

/// What the groups of a chained scan tell each other: a ticket counter and the state of every tile, see
/// shaders/compute/look_back.glsl. The states carry the epoch of their scan, so that they need no clearing in
/// between.
class LookBack {
public:
    struct Round {
        BufferRange states; ///< uint32: ticket, fallbacks, groups done, unused, then four words a tile
        std::uint32_t epoch = 0;
    };

    /// For a scan of so many tiles. Errors: as make_buffer().
    Round begin(std::int64_t tiles);

    /// The words that belong to no tile, for algorithms that only count the groups that are done.
    Round header();

    /// How often a group had to reduce the tile of another one, of all scans so far. Waits for the GPU.
    std::uint32_t fallbacks() const;
    std::int64_t bytes() const { return bytes_; }

private:
    void reserve(std::int64_t tiles);
    void clear();

    gl::Buffer buffer_;
    std::int64_t bytes_ = 0;
    std::uint32_t epoch_ = 0;
};

} // namespace scanline::compute
