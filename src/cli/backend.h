#pragma once
#include "scanline/compute/engine.h"
#include "scanline/gl/context.h"
#include "scanline/gl/timer.h"

#include <CLI/CLI.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace scanline::cli {

/// What a command computes with.
enum class Backend {
    automatic, ///< compute on a GPU that can, the CPU otherwise, and where OpenGL takes longer to start
    compute,   ///< compute shaders
    cpu,       ///< the standard library
    raster,    ///< fragment passes
};
/// "auto", "compute", "cpu", "raster"
std::string_view to_string(Backend backend);

inline constexpr std::array array_backends{Backend::automatic, Backend::compute, Backend::cpu};
inline constexpr std::array compaction_backends{Backend::raster, Backend::compute, Backend::cpu,
                                                Backend::automatic};

/// A headless OpenGL with a compute engine on it, and the timer that proved itself there.
class ComputeSession {
public:
    /// Errors: no_opengl as compute::Engine.
    ComputeSession(gl::Context context, std::optional<compute::Tier> tier);

    compute::Engine& engine() { return engine_; }
    gl::TimerKind timer() const { return timer_; }

private:
    gl::Context context_;
    compute::Engine engine_;
    gl::TimerKind timer_;
};

struct BackendRequest {
    Backend backend = Backend::automatic;
    int device = -1; ///< as in --gl-device
    std::optional<compute::Tier> tier{};
    bool only_compute = false; ///< something was asked for that no other backend has: auto is compute
    std::string_view what;     ///< for messages: "scan"
    std::int64_t bytes = 0;    ///< of the largest array
    /// Estimated CPU time in seconds. None: unknown, and auto always looks for a GPU.
    std::optional<double> cpu_seconds{};
    bool uses_uint64 = false; ///< computes with elements of 64 bits
};

/// What was taken: compute where there is a session, otherwise the CPU.
struct ChosenBackend {
    std::unique_ptr<ComputeSession> compute;
    std::string reason{}; ///< why auto took it; empty where it was asked for

    Backend backend() const { return compute ? Backend::compute : Backend::cpu; }
    /// "cpu (auto: llvmpipe is a software renderer)"
    std::string text() const;
};

/// Errors: those of the backend where one was asked for by name: no_opengl, and usage where the array is
/// larger than a storage block.
ChosenBackend choose_backend(const BackendRequest& request);

/// That options which only another backend has were not given: a usage error that names the first that was,
/// and the backend.
void refuse_options(const CLI::App& command, std::initializer_list<const char*> names, Backend backend);

} // namespace scanline::cli
