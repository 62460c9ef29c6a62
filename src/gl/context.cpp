#include "scanline/gl/context.h"
#include "platform.h"
#include "scanline/core/error.h"
#include "scanline/core/phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>

namespace scanline::gl {
namespace {

std::atomic<bool> leaves_contexts = false, has_left_some = false;

constexpr Version lowest{2, 1};

void load_functions() {
    // The pointers from GLX and EGL are valid in every context, and GLEW keeps them in globals: loading them
    // again would race with threads that already draw.
    static std::once_flag loaded;
    std::call_once(loaded, [] {
        glewExperimental = GL_TRUE;
        const GLenum status = glewInit();
        // Under EGL, GLEW finds no GLX display, but only after it has loaded every function.
        const bool usable = status == GLEW_OK || status == GLEW_ERROR_NO_GLX_DISPLAY;
        if (!usable || !glCreateShader || !glGenQueries)
            throw Error(ErrorKind::no_opengl,
                        fmt::format("the OpenGL functions cannot be loaded: {}",
                                    reinterpret_cast<const char*>(glewGetErrorString(status))));
    });
    // GLEW issues old queries that newer contexts reject; a lost context reports errors forever.
    for (int i = 0; i < 8 && glGetError() != GL_NO_ERROR; ++i) {
    }
}

void GLAPIENTRY keep_message(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length,
                             const GLchar* message, const void* user) noexcept {
    const bool undefined = type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR && severity == GL_DEBUG_SEVERITY_HIGH;
    if (type != GL_DEBUG_TYPE_ERROR && !undefined)
        return;
    // A loop that fails every time must not exhaust memory.
    constexpr std::size_t most = 1000;
    auto& kept = *static_cast<std::vector<std::string>*>(const_cast<void*>(user));
    if (kept.size() >= most)
        return;
    try {
        if (length >= 0)
            kept.emplace_back(message, static_cast<std::size_t>(length));
        else
            kept.emplace_back(message);
    } catch (...) { // must not unwind through the driver's frames
    }
}

} // namespace

Capabilities adopt_current_context(std::string window_system) {
    const auto* const version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    if (version == nullptr)
        throw Error(ErrorKind::no_opengl, "no OpenGL context is current on this thread: make yours current "
                                          "before adopt_current_context()");
    if (std::string_view(version).starts_with("OpenGL ES"))
        throw Error(ErrorKind::no_opengl,
                    fmt::format("the current context is of {}, which has not all that is needed: ask for "
                                "one of desktop OpenGL (GLFW_OPENGL_API, or eglBindAPI(EGL_OPENGL_API))",
                                version));
    load_functions();
    Capabilities capabilities = read_capabilities();
    capabilities.window_system = std::move(window_system);
    if (capabilities.version < lowest)
        throw Error(ErrorKind::no_opengl, fmt::format("the driver gives OpenGL {}, but at least {} is needed",
                                                      to_string(capabilities.version), to_string(lowest)));
    set_current_features(features_of(capabilities));
    constexpr GLuint as_many_as_it_likes = 0xffff'ffff;
    if (current_features().parallel_compile && glMaxShaderCompilerThreadsARB)
        glMaxShaderCompilerThreadsARB(as_many_as_it_likes);
    return capabilities;
}

std::vector<Version> versions_to_try(Version highest) {
    constexpr Version known[] = {{4, 6}, {4, 5}, {4, 4}, {4, 3}, {4, 2}, {4, 1},
                                 {4, 0}, {3, 3}, {3, 2}, {3, 1}, {3, 0}, lowest};
    std::vector<Version> versions;
    std::copy_if(std::begin(known), std::end(known), std::back_inserter(versions),
                 [&](Version version) { return version <= highest; });
    if (versions.empty())
        throw usage_error(
            fmt::format("OpenGL {} was asked for as the highest version, but at least {} is needed",
                        to_string(highest), to_string(lowest)));
    return versions;
}

void Context::Platform::make_current() {
    bind();
    set_current_features(features_);
}

void Context::Platform::start(std::string window_system, bool debug) {
    capabilities = adopt_current_context(std::move(window_system));
    features_ = current_features();
    if (debug && capabilities.khr_debug)
        listen();
}

void Context::Platform::listen() {
    glEnable(GL_DEBUG_OUTPUT);
    // Synchronous: a message is recorded before the call that caused it returns, on the same thread.
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(keep_message, &debug_errors);
}

namespace {

// True if the device's context is on a GPU. Tries it on a separate thread, to keep the current context here.
bool is_gpu(int device) {
    bool gives = false;
    std::thread([&] {
        try {
            gives = !Context::headless({.device = device}).capabilities().software;
        } catch (const Error&) {
            gives = false;
        }
    }).join();
    return gives;
}

} // namespace

std::vector<ContextRequest> spread_over_devices(int count, std::optional<int> device) {
    std::vector<ContextRequest> gpus;
    if (device) {
        gpus.push_back({.device = device});
    } else {
        for (const DeviceInfo& info : list_devices())
            if (static_cast<int>(gpus.size()) < count && !info.software && is_gpu(info.index))
                gpus.push_back({.device = info.index});
    }
    if (gpus.empty())
        gpus.emplace_back();
    std::vector<ContextRequest> requests;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        requests.push_back(gpus[i % gpus.size()]);
    return requests;
}

Context Context::headless(const ContextRequest& request) {
    const PhaseSpan span(Phase::opengl);
    return Context(make_egl_platform(request));
}

Context Context::window(const WindowRequest& request) {
    const PhaseSpan span(Phase::opengl);
    return Context(make_glfw_platform(request));
}

Context::Context(std::unique_ptr<Platform> platform) : platform_(std::move(platform)) {}
Context::Context(Context&&) noexcept = default;
Context& Context::operator=(Context&&) noexcept = default;
Context::~Context() {
    const PhaseSpan span(Phase::end);
    if (leaves_contexts && platform_ && !platform_->capabilities.software && !platform_->native_window()) {
        static_cast<void>(platform_.release());
        has_left_some = true;
    }
    platform_.reset();
}

void leave_contexts_to_system() {
    leaves_contexts = true;
}

bool leaves_contexts_to_system() {
    return leaves_contexts;
}

bool has_left_contexts() {
    return has_left_some;
}

const Capabilities& Context::capabilities() const {
    return platform_->capabilities;
}

void Context::make_current() {
    platform_->make_current();
}

std::vector<std::string> Context::take_debug_errors() {
    return std::exchange(platform_->debug_errors, {});
}

void* Context::native_window() const {
    return platform_->native_window();
}

} // namespace scanline::gl
