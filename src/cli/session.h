#pragma once
#include "scanline/compute/engine.h"
#include "scanline/gl/context.h"
#include "scanline/gl/timer.h"
#include "scanline/raster/engine.h"

#include <memory>
#include <optional>

namespace scanline::cli {

/// A headless OpenGL with the raster engine on it, a compute engine where it is asked for, and the timer that
/// proved itself there.
class Session {
public:
    /// device: an EGL device, -1 for the default. debug: keep what the driver complains about.
    explicit Session(int device, bool debug = false);

    raster::Engine& engine() { return engine_; }
    /// Makes the compute engine. Once. Errors: as compute::Engine.
    compute::Engine& make_compute_engine(std::optional<compute::Tier> tier);
    const gl::Capabilities& capabilities() const { return context_.capabilities(); }
    gl::TimerKind timer() const { return timer_; }
    std::vector<std::string> take_debug_errors() { return context_.take_debug_errors(); }

private:
    gl::Context context_;
    raster::Engine engine_;
    std::unique_ptr<compute::Engine> compute_engine_;
    gl::TimerKind timer_;
};

} // namespace scanline::cli
