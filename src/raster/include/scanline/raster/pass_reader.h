#pragma once
#include "scanline/core/pass_observer.h"
#include "scanline/gl/handle.h"
#include "scanline/raster/engine.h"
#include "scanline/raster/reference/trace.h"

#include <vector>

namespace scanline::raster {

/// Reads back a rectangle of a texture from an observer's pass_ends. Waits for the GPU and preserves the
/// OpenGL state.
class PassReader {
public:
    PassReader();

    /// The texels of the rectangle, row by row, all channels. Leaves glGetError() to the observed run,
    /// because an error may be that run's.
    std::vector<float> read(const PassResource& resource) const;

private:
    gl::Framebuffer framebuffer_;
};

/// An observer that reads back every pass in the format of the CPU twins' traces. Waits for the GPU at every
/// pass and keeps every result, so it is for small streams.
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
