#pragma once
#include "scanline/compute/engine.h"
#include "scanline/core/clock.h"
#include "scanline/core/error.h"
#include "scanline/cpu/processor.h"
#include "scanline/gl/context.h"
#include "scanline/gl/timer.h"
#include "scanline/raster/engine.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanline::machine {

/// What work runs on: a headless OpenGL with the raster and the compute engine on it, the timer that proved
/// itself there, and the processor. Each is made when it is first asked for, and kept: who only computes pays
/// for no raster engine, who only uses the processor for no OpenGL.
///
/// One thread: the OpenGL is current on the one that first asked for it. Engines outlive everything made with
/// them until use_shaders() replaces them.
///
///     Machine machine;
///     if (machine.has_compute())
///         sort_on_gpu(machine.compute());
///     else
///         print(machine.why_no_compute());
class Machine {
public:
    struct Options {
        int device = -1;                          ///< an EGL device; -1: as gl::Context::headless() chooses
        bool debug = false;                       ///< keep the driver's errors, see take_debug_errors()
        gl::Version highest{4, 5};                ///< of OpenGL, see gl::ContextRequest
        std::optional<compute::Tier> tier{};      ///< of the compute engine; none: the highest that works
        std::optional<gl::ShaderStore> shaders{}; ///< none: gl::ShaderStore::standard()
        std::optional<gl::TimerKind> timer{};     ///< none: the one that proves itself
        Clock clock = steady_time;                ///< that times go by
    };

    Machine() : Machine(Options{}) {}
    explicit Machine(Options options);
    /// On the OpenGL that is current on this thread, which must outlive the machine: device, debug and
    /// highest count for nothing.
    Machine(const gl::Capabilities& current, Options options);
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    const Options& options() const { return options_; }
    const Clock& clock() const { return options_.clock; }

    // Errors of the next four: no_opengl where there is none that can do it; usage for a device that does not
    // exist. A second call repeats the error without another try.
    const gl::Capabilities& capabilities();
    raster::Engine& raster();
    compute::Engine& compute();
    gl::TimerKind timer();

    // The same errors as text, empty where there are none. Errors: all but no_opengl.
    std::string why_no_opengl();
    std::string why_no_raster();
    std::string why_no_compute();
    bool has_opengl() { return why_no_opengl().empty(); }
    bool has_raster() { return why_no_raster().empty(); }
    bool has_compute() { return why_no_compute().empty(); }

    const cpu::Processor& processor();

    /// As gl::Context::take_debug_errors(); empty before there is an OpenGL, and for one that was there
    /// already.
    std::vector<std::string> take_debug_errors();

    // Shaders that are edited while the program runs. New ones are on trial until accept_shaders(), and the
    // engines with the last accepted ones are kept until then.

    /// Replaces the engines by ones with these shaders. Those that had been made are made again at once.
    /// Errors: where the shaders do not compile; then go_back().
    void use_shaders(gl::ShaderStore shaders);
    /// Says that work has run with the shaders of now.
    void accept_shaders() { accepted_ = true; }
    bool can_go_back() const { return last_good_.has_value(); }
    /// Runs work, which returns whether it succeeded, on the engines kept. Returns whether these stay: work
    /// succeeded, or the newer shaders do not compile. Otherwise the fault was not the shaders', and the
    /// newer ones come back. Only where can_go_back().
    bool go_back(const std::function<bool()>& work);

private:
    template <class T>
    struct Kept {
        std::unique_ptr<T> made{};
        std::optional<Error> failure{};

        template <class Make>
        T& get(Make make);
    };
    struct Engines {
        std::optional<gl::ShaderStore> shaders{};
        Kept<raster::Engine> raster{};
        Kept<compute::Engine> compute{};
        bool compiled = true; ///< those that use_shaders() made again
    };

    gl::ShaderStore shaders() const;

    Options options_;
    std::optional<gl::Capabilities> current_; ///< of an OpenGL that was there already
    Kept<gl::Context> context_;
    // Their handles go before the context.
    Engines engines_;
    std::optional<Engines> last_good_;
    bool accepted_ = false;
    std::optional<gl::TimerKind> timer_;
    std::optional<cpu::Processor> processor_;
};

} // namespace scanline::machine
