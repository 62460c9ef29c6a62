#pragma once
#include "scanline/compute/engine.h"
#include "scanline/core/clock.h"
#include "scanline/core/error.h"
#include "scanline/cpu/processor.h"
#include "scanline/gl/context.h"
#include "scanline/gl/timer.h"
#include "scanline/raster/engine.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanline::machine {

/// The machine that work runs on: a headless OpenGL context with the raster and compute engines, a timer that
/// works there, and the processor. Each is made on first use and kept: compute work pays for no raster
/// engine, CPU work for no OpenGL.
///
/// Single-threaded: the context is current on the thread that first used it. Engines outlive everything made
/// with them, until use_shaders() replaces them.
///
///     Machine machine;
///     if (machine.has_compute())
///         sort_on_gpu(machine.compute());
///     else
///         print(machine.why_no_compute());
class Machine {
public:
    struct Options {
        int device = -1;                          ///< an EGL device; -1: chosen by gl::Context::headless()
        bool debug = false;                       ///< keep the driver's errors, see take_debug_errors()
        gl::Version highest{4, 5};                ///< highest OpenGL version, see gl::ContextRequest
        std::optional<compute::Tier> tier{};      ///< of the compute engine; none: the highest that works
        std::optional<gl::ShaderStore> shaders{}; ///< none: gl::ShaderStore::standard()
        std::optional<gl::TimerKind> timer{};     ///< none: the first that works
        Clock clock = steady_time;                ///< for all times
        /// The folder of a gl::DriverCache; empty: none. Software renderers do not use it: they keep their
        /// programs themselves.
        std::filesystem::path cache{};
    };

    Machine() : Machine(Options{}) {}
    explicit Machine(Options options);
    /// Uses the OpenGL context that is current on this thread and must outlive the machine. Ignores device,
    /// debug and highest.
    Machine(const gl::Capabilities& current, Options options);
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    const Options& options() const { return options_; }
    const Clock& clock() const { return options_.clock; }

    // Errors of the next four: no_opengl if OpenGL is missing or insufficient; usage for a device that does
    // not exist. A second call repeats the error without trying again.
    const gl::Capabilities& capabilities();
    raster::Engine& raster();
    compute::Engine& compute();
    gl::TimerKind timer();

    // The no_opengl error as text; empty if there is none. Errors: all others.
    std::string why_no_opengl();
    std::string why_no_raster();
    std::string why_no_compute();
    bool has_opengl() { return why_no_opengl().empty(); }
    bool has_raster() { return why_no_raster().empty(); }
    bool has_compute() { return why_no_compute().empty(); }

    /// How long OpenGL will take to start, by the last time that it did; 0 once it has.
    double start_seconds() const;

    const cpu::Processor& processor();

    /// As gl::Context::take_debug_errors(); empty before the context is made, and for a context from outside.
    std::vector<std::string> take_debug_errors();

    /// The sources of the programs that this machine compiles.
    gl::ShaderStore shaders() const;

    // Live editing of shaders. New shaders are on trial until accept_shaders(); until then, the engines with
    // the last accepted ones are kept.

    /// Replaces the engines with ones that use these shaders. Engines that existed are rebuilt at once.
    /// Errors: if the shaders do not compile; then call go_back().
    void use_shaders(gl::ShaderStore shaders);
    /// Call after work has succeeded with the current shaders.
    void accept_shaders() { accepted_ = true; }
    bool can_go_back() const { return last_good_.has_value(); }
    /// Runs work on the kept engines; work returns true on success. Returns true if these engines stay: work
    /// succeeded, or the newer shaders do not compile. Otherwise the shaders were not at fault, and the newer
    /// engines are restored. Requires can_go_back().
    bool go_back(const std::function<bool()>& work);

private:
    template <class T>
    struct Lazy {
        std::unique_ptr<T> made{};
        std::optional<Error> failure{};

        template <class Make>
        T& get(Make make);
    };
    struct Engines {
        std::optional<gl::ShaderStore> shaders{};
        Lazy<raster::Engine> raster{};
        Lazy<compute::Engine> compute{};
        bool compiled = true; ///< false if use_shaders() failed to rebuild them
    };

    std::shared_ptr<const gl::DriverCache> driver_cache();

    Options options_;
    std::optional<gl::Capabilities> current_; ///< of a context from outside
    Lazy<gl::Context> context_;
    std::shared_ptr<const gl::DriverCache> cache_;
    // Declared after the context, so that handles are destroyed first.
    Engines engines_;
    std::optional<Engines> last_good_;
    bool accepted_ = false;
    std::optional<gl::TimerKind> timer_;
    std::optional<cpu::Processor> processor_;
};

} // namespace scanline::machine
