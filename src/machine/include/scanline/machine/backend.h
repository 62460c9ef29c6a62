#pragma once
#include "scanline/core/named.h"
#include "scanline/machine/machine.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scanline::machine {

/// Where work runs.
enum class Backend {
    automatic, ///< compute on a suitable GPU; cpu without one, or if starting OpenGL takes longer
    raster,    ///< fragment passes
    compute,   ///< compute shaders
    cpu,       ///< the processor
};
constexpr auto table_of(Backend) {
    using enum Backend;
    return named<Backend>({{automatic, "auto"}, {raster, "raster"}, {compute, "compute"}, {cpu, "cpu"}});
}
using scanline::to_string;

/// The backends for arrays, and for images; only images have raster.
inline constexpr std::array array_backends{Backend::automatic, Backend::compute, Backend::cpu};
inline constexpr std::array compaction_backends{Backend::raster, Backend::compute, Backend::cpu,
                                                Backend::automatic};

/// The properties of the work that decide the backend.
struct BackendRequest {
    Backend backend = Backend::automatic;
    bool has_raster = false;   ///< the raster backend can do the work
    bool only_compute = false; ///< an option requires compute: auto is compute
    std::string_view what{};   ///< for messages: "scan"
    std::int64_t bytes = 0;    ///< of the largest array
    /// Estimated CPU time in seconds. None: unknown; auto always looks for a GPU.
    std::optional<double> cpu_seconds{};
    double device_seconds = 0; ///< estimated time on a GPU, with compiling and copies, once OpenGL has started
    bool uses_uint64 = false; ///< computes with elements of 64 bits
    std::string only_cpu{};   ///< why only the CPU can do the work; empty if others can
};

struct ChosenBackend {
    Backend backend = Backend::cpu; ///< never automatic
    Machine* gpu = nullptr;         ///< null on the CPU; otherwise its engine is ready
    std::string reason{};           ///< why auto chose it; empty if requested by name

    /// "cpu (auto: llvmpipe is a software renderer)"
    std::string text() const;
    gl::TimerKind timer() const { return gpu ? gpu->timer() : gl::TimerKind::wall_clock; }
};

/// Chooses the backend on this machine. Starts OpenGL only if needed; auto always starts it if the machine's
/// options name a device. Errors, only for a backend requested by name: no_opengl, and usage if the array is
/// larger than a storage block.
ChosenBackend choose_backend(Machine& machine, const BackendRequest& request);

} // namespace scanline::machine
