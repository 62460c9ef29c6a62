#pragma once
#include "scanline/gl/context.h"
#include "scanline/gl/timer.h"
#include "scanline/raster/engine.h"

namespace scanline::cli {

/// A headless OpenGL with the raster engine on it, and the timer that proved itself there.
class Session {
public:
    /// device: an EGL device, -1 for the default.
    explicit Session(int device);

    raster::Engine& engine() { return engine_; }
    const gl::Capabilities& capabilities() const { return context_.capabilities(); }
    gl::TimerKind timer() const { return timer_; }

private:
    gl::Context context_;
    raster::Engine engine_;
    gl::TimerKind timer_;
};

} // namespace scanline::cli
