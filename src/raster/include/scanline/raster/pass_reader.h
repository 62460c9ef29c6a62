#pragma once
#include "scanline/core/pass_observer.h"
#include "scanline/gl/handle.h"
#include "scanline/raster/engine.h"
#include "scanline/raster/reference/trace.h"

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

/// An observer that reads back what every pass wrote, in the form in which the CPU twins trace theirs. Waits
/// for the GPU at every pass and keeps every result, so it is for small streams.
class TraceRecorder final : public PassObserver {
public:
    void pass_ends(const Pass& pass) override;

    const reference::Trace& trace() const { return trace_; }
    reference::Trace take();

private:
    PassReader reader_;
    reference::Trace trace_;
};

} // namespace scanline::raster
