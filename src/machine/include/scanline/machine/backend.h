#pragma once
#include "scanline/machine/machine.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scanline::machine {

/// What work is done with.
enum class Backend {
    automatic, ///< compute on a GPU that can, the CPU otherwise, and where OpenGL takes longer to start
    raster,    ///< fragment passes
    compute,   ///< compute shaders
    cpu,       ///< the processor
};
/// "auto", "raster", "compute", "cpu"
std::string_view to_string(Backend backend);

/// Of arrays, and of images, which alone have raster.
inline constexpr std::array array_backends{Backend::automatic, Backend::compute, Backend::cpu};
inline constexpr std::array compaction_backends{Backend::raster, Backend::compute, Backend::cpu,
                                                Backend::automatic};

/// What is to be done, as far as the choice depends on it.
struct BackendRequest {
    Backend backend = Backend::automatic;
    bool has_raster = false;   ///< the work can be done with fragment passes
    bool only_compute = false; ///< something was asked for that no other backend has: auto is compute
    std::string_view what{};   ///< for messages: "scan"
    std::int64_t bytes = 0;    ///< of the largest array
    /// Estimated CPU time in seconds. None: unknown, and auto always looks for a GPU.
    std::optional<double> cpu_seconds{};
    bool uses_uint64 = false; ///< computes with elements of 64 bits
};

struct ChosenBackend {
    Backend backend = Backend::cpu; ///< never automatic
    Machine* gpu = nullptr;         ///< null on the CPU; where it is not, its engine stands ready
    std::string reason{};           ///< why auto took it; empty where it was asked for

    /// "cpu (auto: llvmpipe is a software renderer)"
    std::string text() const;
    gl::TimerKind timer() const { return gpu ? gpu->timer() : gl::TimerKind::wall_clock; }
};

/// The backend that does the work on this machine. The OpenGL of the machine is started only where it is
/// needed; auto always starts it where the machine has a device named. Errors: those of a backend that was
/// asked for by name: no_opengl, and usage where the array is larger than a storage block.
ChosenBackend choose_backend(Machine& machine, const BackendRequest& request);

} // namespace scanline::machine
