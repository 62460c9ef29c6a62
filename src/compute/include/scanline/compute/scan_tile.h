#pragma once
#include "scanline/compute/engine.h"
#include "scanline/compute/scan.h"

namespace scanline::compute {

/// The shape of the tiles that groups scan, see shaders/compute/tile.glsl.
struct TileShape {
    ScanMethod method;
    int group; ///< invocations
    int items; ///< of each, a multiple of 4

    int elements() const { return group * items; }
    /// The constants METHOD and ITEMS.
    gl::Specialization constants() const;
};

/// The shapes that an algorithm uses: the small one for arrays of few tiles, where it is faster there.
struct TileShapes {
    TileShape large;
    std::optional<TileShape> small{};
};

/// For a partition of so many elements, which is within partition_limits(), or without one the best here.
/// value_words: 32-bit words of what is combined.
TileShapes tile_shapes(const Engine& engine, std::optional<ScanMethod> method, std::optional<int> partition,
                       int value_words = 1);

} // namespace scanline::compute
