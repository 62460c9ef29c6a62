#pragma once
#include "scanline/core/pass_observer.h"
#include "scanline/gl/handle.h"

#include <vector>

namespace scanline::raster {

/// Reads back rectangles of textures as observers see them, in pass_ends, whatever wrote them. Waits for the
/// GPU, and leaves the state of OpenGL as it was.
class PassReader {
public:
    PassReader();

    /// The texels of the rectangle, row by row, all channels. What OpenGL reports is left to be asked
    /// for by the run that is observed, which it may be of.
    std::vector<float> read(const PassResource& resource) const;

private:
    gl::Framebuffer framebuffer_;
};

} // namespace scanline::raster
