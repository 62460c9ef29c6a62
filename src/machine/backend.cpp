#include "scanline/machine/backend.h"

#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::machine {

namespace {

// Why the GPU cannot serve a request; empty if it can.
std::string hindrance(const gl::Capabilities& capabilities, const BackendRequest& request) {
    if (request.uses_uint64 && !capabilities.shader_int64)
        return fmt::format("uint64 needs ARB_gpu_shader_int64, which {} lacks", capabilities.renderer);
    if (request.bytes > capabilities.max_storage_block)
        return fmt::format("{} bytes are more than {} binds at once, which is {}", request.bytes,
                           capabilities.renderer, capabilities.max_storage_block);
    return {};
}

ChosenBackend require_compute(Machine& machine, const BackendRequest& request) {
    const std::string_view besides = request.only_compute ? " without the options that only compute has" : "";
    if (!request.only_cpu.empty())
        throw usage_error(
            fmt::format("{} on compute: {}; use --backend cpu{}", request.what, request.only_cpu, besides));
    const gl::Capabilities& capabilities = machine.compute().capabilities();
    const std::string why_not = hindrance(capabilities, request);
    if (!why_not.empty())
        throw Error(request.bytes > capabilities.max_storage_block ? ErrorKind::usage : ErrorKind::no_opengl,
                    fmt::format("{} on compute: {}; use --backend cpu{}", request.what, why_not, besides));
    return {Backend::compute, &machine};
}

ChosenBackend require_raster(Machine& machine, const BackendRequest& request) {
    if (!request.has_raster)
        throw usage_error("the backend raster only compacts: use compute, cpu or auto");
    machine.raster();
    return {Backend::raster, &machine};
}

// Why the CPU is expected to end first; empty if it is not.
std::string why_cpu_ends_first(const Machine& machine, const BackendRequest& request) {
    if (machine.options().device >= 0 || !request.cpu_seconds)
        return {};
    const double start = machine.start_seconds();
    if (*request.cpu_seconds < start)
        return "done before OpenGL would have started";
    return *request.cpu_seconds < start + request.device_seconds ? "done before a GPU would be" : "";
}

ChosenBackend choose_automatically(Machine& machine, const BackendRequest& request) {
    const auto cpu = [](std::string why) { return ChosenBackend{Backend::cpu, nullptr, std::move(why)}; };
    constexpr const char* none = "there is no OpenGL that can compute";
    if (!request.only_cpu.empty())
        return cpu(request.only_cpu);
    if (std::string why = why_cpu_ends_first(machine, request); !why.empty())
        return cpu(std::move(why));
    if (!machine.has_opengl())
        return cpu(none);
    const gl::Capabilities& capabilities = machine.capabilities();
    if (capabilities.software)
        return cpu(capabilities.renderer + " is a software renderer");
    if (!capabilities.compute_shader)
        return cpu(fmt::format("{} has OpenGL {}, below 4.3", capabilities.renderer,
                               gl::to_string(capabilities.version)));
    if (std::string why_not = hindrance(capabilities, request); !why_not.empty())
        return cpu(std::move(why_not));
    if (!machine.has_compute())
        return cpu(none);
    return {Backend::compute, &machine, capabilities.renderer + " is a GPU with OpenGL 4.3"};
}

} // namespace

std::string ChosenBackend::text() const {
    return reason.empty() ? std::string(to_string(backend))
                          : fmt::format("{} (auto: {})", to_string(backend), reason);
}

ChosenBackend choose_backend(Machine& machine, const BackendRequest& request) {
    switch (request.backend) {
    case Backend::automatic: break;
    case Backend::raster: return require_raster(machine, request);
    case Backend::compute: return require_compute(machine, request);
    case Backend::cpu: return {};
    }
    if (!request.only_compute)
        return choose_automatically(machine, request);
    ChosenBackend chosen = require_compute(machine, request);
    chosen.reason = "only it has what was requested";
    return chosen;
}

} // namespace scanline::machine
