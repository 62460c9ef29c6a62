#include "backend.h"

#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::cli {

namespace {

gl::Context make_context(int device) {
    gl::ContextRequest request;
    if (device >= 0)
        request.device = device;
    return gl::Context::headless(request);
}

// Why a GPU cannot be used for what is asked; empty where it can.
std::string hindrance(const gl::Capabilities& capabilities, const BackendRequest& request) {
    if (request.uses_uint64 && !capabilities.shader_int64)
        return fmt::format("uint64 needs ARB_gpu_shader_int64, which {} lacks", capabilities.renderer);
    if (request.bytes > capabilities.max_storage_block)
        return fmt::format("{} bytes are more than {} binds at once, which is {}", request.bytes,
                           capabilities.renderer, capabilities.max_storage_block);
    return {};
}

ChosenBackend require_compute(const BackendRequest& request) {
    auto session = std::make_unique<ComputeSession>(make_context(request.device), request.tier);
    const gl::Capabilities& capabilities = session->engine().capabilities();
    const std::string why_not = hindrance(capabilities, request);
    if (!why_not.empty())
        throw Error(request.bytes > capabilities.max_storage_block ? ErrorKind::usage : ErrorKind::no_opengl,
                    fmt::format("{} on compute: {}; use --backend cpu", request.what, why_not));
    return {std::move(session)};
}

// The time from program start to the first shader: measured on llvmpipe with cached shaders, which starts
// faster than any GPU's driver. An explicit --gl-device always starts OpenGL.
constexpr double opengl_seconds = 0.06;

bool over_before_opengl(const BackendRequest& request) {
    return request.device < 0 && request.cpu_seconds && *request.cpu_seconds < opengl_seconds;
}

ChosenBackend choose_automatically(const BackendRequest& request) {
    if (over_before_opengl(request))
        return {nullptr, "done before OpenGL would have started"};
    try {
        gl::Context context = make_context(request.device);
        const gl::Capabilities& capabilities = context.capabilities();
        if (capabilities.software)
            return {nullptr, capabilities.renderer + " is a software renderer"};
        if (!capabilities.compute_shader)
            return {nullptr, fmt::format("{} has OpenGL {}, below 4.3", capabilities.renderer,
                                         gl::to_string(capabilities.version))};
        std::string why_not = hindrance(capabilities, request);
        if (!why_not.empty())
            return {nullptr, std::move(why_not)};
        std::string why = capabilities.renderer + " is a GPU with OpenGL 4.3";
        return {std::make_unique<ComputeSession>(std::move(context), request.tier), std::move(why)};
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::no_opengl)
            throw;
        return {nullptr, "there is no OpenGL that can compute"};
    }
}

} // namespace

std::string_view to_string(Backend backend) {
    switch (backend) {
    case Backend::automatic: return "auto";
    case Backend::compute: return "compute";
    case Backend::cpu: return "cpu";
    case Backend::raster: return "raster";
    }
    return {};
}

ComputeSession::ComputeSession(gl::Context context, std::optional<compute::Tier> tier)
    : context_(std::move(context)), engine_(context_.capabilities(), {.tier = tier}),
      timer_(gl::choose_timer(engine_.programs())) {}

std::string ChosenBackend::text() const {
    return reason.empty() ? std::string(to_string(backend()))
                          : fmt::format("{} (auto: {})", to_string(backend()), reason);
}

ChosenBackend choose_backend(const BackendRequest& request) {
    switch (request.backend) {
    case Backend::automatic: break;
    case Backend::compute: return require_compute(request);
    case Backend::cpu: return {nullptr};
    case Backend::raster: throw usage_error("the backend raster only compacts: use compute, cpu or auto");
    }
    if (!request.only_compute)
        return choose_automatically(request);
    ChosenBackend chosen = require_compute(request);
    chosen.reason = "it alone has what was asked for";
    return chosen;
}

void refuse_options(const CLI::App& command, std::initializer_list<const char*> names, Backend backend) {
    for (const char* name : names) {
        if (command.count(name) > 0)
            throw usage_error(fmt::format("{} is not for the backend {}: leave out {} or choose another "
                                          "--backend",
                                          name, to_string(backend), name));
    }
}

} // namespace scanline::cli
