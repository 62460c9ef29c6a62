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

/// For a partition of so many elements, or, of none, the best here. Errors: usage where it is no power of two
/// or out of range.
TileShape tile_shape(const Engine& engine, std::optional<ScanMethod> method, std::optional<int> partition);

} // namespace scanline::compute
