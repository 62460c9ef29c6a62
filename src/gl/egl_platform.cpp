#include "platform.h"
#include "scanline/core/error.h"

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace scanline::gl {
namespace {

bool has_word(const char* words, std::string_view word) {
    return words && fmt::format(" {} ", words).find(fmt::format(" {} ", word)) != std::string::npos;
}

bool has_client_extension(std::string_view name) {
    return has_word(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), name);
}

template <class Function>
Function extension_function(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

std::string egl_error_text() {
    const EGLint error = eglGetError();
    switch (error) {
    case EGL_SUCCESS: return "no reason given";
    case EGL_NOT_INITIALIZED: return "EGL_NOT_INITIALIZED";
    case EGL_BAD_ACCESS: return "EGL_BAD_ACCESS";
    case EGL_BAD_ALLOC: return "EGL_BAD_ALLOC";
    case EGL_BAD_ATTRIBUTE: return "EGL_BAD_ATTRIBUTE";
    case EGL_BAD_CONFIG: return "EGL_BAD_CONFIG";
    case EGL_BAD_CONTEXT: return "EGL_BAD_CONTEXT";
    case EGL_BAD_DISPLAY: return "EGL_BAD_DISPLAY";
    case EGL_BAD_MATCH: return "EGL_BAD_MATCH";
    case EGL_BAD_PARAMETER: return "EGL_BAD_PARAMETER";
    case EGL_CONTEXT_LOST: return "EGL_CONTEXT_LOST";
    default: return fmt::format("EGL error 0x{:04x}", error);
    }
}

Error no_opengl(const std::string& reason) {
    return Error(ErrorKind::no_opengl, reason);
}

// An initialised display, never terminated: EGL gives the same display to everyone in the process who uses
// the same device, so terminating it would destroy all their contexts. EGL cleans up at exit.
class Display {
public:
    explicit Display(EGLDisplay display) : display_(display) {
        if (display == EGL_NO_DISPLAY)
            throw no_opengl(fmt::format("no display ({})", egl_error_text()));
        if (!eglInitialize(display, nullptr, nullptr))
            throw no_opengl(fmt::format("its display cannot be initialised ({})", egl_error_text()));
    }

    EGLDisplay get() const { return display_; }
    bool has_extension(std::string_view name) const {
        return has_word(eglQueryString(display_, EGL_EXTENSIONS), name);
    }

private:
    EGLDisplay display_;
};

class EglPlatform final : public Context::Platform {
public:
    EglPlatform(EGLDisplay display, const std::string& name, const ContextRequest& request)
        : display_(display) {
        if (!eglBindAPI(EGL_OPENGL_API))
            throw no_opengl("it has no desktop OpenGL");
        try {
            create(request);
            bind();
            start(name, request.debug);
        } catch (...) {
            destroy();
            throw;
        }
    }
    EglPlatform(const EglPlatform&) = delete;
    EglPlatform& operator=(const EglPlatform&) = delete;
    ~EglPlatform() override { destroy(); }

protected:
    void bind() override {
        release_glfw_context();
        eglBindAPI(EGL_OPENGL_API);
        if (!eglMakeCurrent(display_.get(), surface_, surface_, context_))
            throw no_opengl(fmt::format("its context cannot be made current ({})", egl_error_text()));
    }

private:
    void create(const ContextRequest& request) {
        const bool surfaceless = display_.has_extension("EGL_KHR_surfaceless_context");
        const bool needs_config = !surfaceless || !display_.has_extension("EGL_KHR_no_config_context");
        EGLConfig config = EGL_NO_CONFIG_KHR;
        if (needs_config)
            config = choose_config(surfaceless);
        context_ = create_context(config, request);
        if (!surfaceless) {
            const EGLint one_texel[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
            surface_ = eglCreatePbufferSurface(display_.get(), config, one_texel);
            if (surface_ == EGL_NO_SURFACE)
                throw no_opengl(fmt::format("it gives no surface ({})", egl_error_text()));
        }
    }

    EGLConfig choose_config(bool surfaceless) const {
        // The default surface type would require window support.
        const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                                 surfaceless ? 0 : EGL_PBUFFER_BIT, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        if (!eglChooseConfig(display_.get(), wanted, &config, 1, &count) || count == 0)
            throw no_opengl("it has no configuration for desktop OpenGL");
        return config;
    }

    EGLContext create_context(EGLConfig config, const ContextRequest& request) const {
        const std::vector<Version> versions = versions_to_try(request.highest);
        if (!display_.has_extension("EGL_KHR_create_context"))
            return created(eglCreateContext(display_.get(), config, EGL_NO_CONTEXT, nullptr), "any version");
        for (const Version version : versions) {
            std::vector<EGLint> attributes{EGL_CONTEXT_MAJOR_VERSION_KHR, version.major,
                                           EGL_CONTEXT_MINOR_VERSION_KHR, version.minor};
            if (has_profile(version))
                attributes.insert(attributes.end(), {EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                                                     EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT_KHR});
            if (request.debug)
                attributes.insert(attributes.end(),
                                  {EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR});
            const std::size_t needed = attributes.size();
            attributes.insert(attributes.end(), {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_KHR,
                                                 EGL_LOSE_CONTEXT_ON_RESET_KHR, EGL_NONE});
            EGLContext context = eglCreateContext(display_.get(), config, EGL_NO_CONTEXT, attributes.data());
            if (context == EGL_NO_CONTEXT) { // a driver that cannot report a reset
                attributes[needed] = EGL_NONE;
                context = eglCreateContext(display_.get(), config, EGL_NO_CONTEXT, attributes.data());
            }
            const bool last = version == versions.back();
            if (context != EGL_NO_CONTEXT || last)
                return created(context, fmt::format("OpenGL {} down to {}", to_string(versions.front()),
                                                    to_string(versions.back())));
        }
        return EGL_NO_CONTEXT;
    }

    static EGLContext created(EGLContext context, const std::string& what) {
        if (context == EGL_NO_CONTEXT)
            throw no_opengl(fmt::format("no context of {} ({})", what, egl_error_text()));
        return context;
    }

    void destroy() {
        if (context_ == EGL_NO_CONTEXT)
            return;
        if (eglGetCurrentContext() == context_)
            release_egl_context();
        if (surface_ != EGL_NO_SURFACE)
            eglDestroySurface(display_.get(), surface_);
        eglDestroyContext(display_.get(), context_);
    }

    Display display_;
    EGLContext context_ = EGL_NO_CONTEXT;
    EGLSurface surface_ = EGL_NO_SURFACE;
};

std::vector<EGLDeviceEXT> query_devices() {
    if (!has_client_extension("EGL_EXT_device_base") && !has_client_extension("EGL_EXT_device_enumeration"))
        return {};
    const auto query = extension_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    EGLint count = 0;
    if (!query || !query(0, nullptr, &count) || count <= 0)
        return {};
    std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
    if (!query(count, devices.data(), &count))
        return {};
    devices.resize(static_cast<std::size_t>(count));
    return devices;
}

DeviceInfo describe(EGLDeviceEXT device, int index) {
    DeviceInfo info;
    info.index = index;
    const auto query = extension_function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    const char* extensions = query ? query(device, EGL_EXTENSIONS) : nullptr;
    info.software = has_word(extensions, "EGL_MESA_device_software");
    const auto take = [&](const char* extension, EGLint name) {
        if (!query || !info.name.empty() || !has_word(extensions, extension))
            return;
        if (const char* text = query(device, name))
            info.name = text;
    };
    take("EGL_EXT_device_query_name", EGL_RENDERER_EXT);
    take("EGL_EXT_device_drm", EGL_DRM_DEVICE_FILE_EXT);
    take("EGL_EXT_device_persistent_id", EGL_DRIVER_NAME_EXT);
    if (info.name.empty())
        info.name = info.software ? "software renderer" : "unnamed";
    return info;
}

EGLDisplay platform_display(EGLenum platform, void* native) {
    const auto get = extension_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    return get ? get(platform, native, nullptr) : EGL_NO_DISPLAY;
}

std::unique_ptr<Context::Platform> on_device(EGLDeviceEXT device, int index, const ContextRequest& request) {
    if (!has_client_extension("EGL_EXT_platform_device"))
        throw no_opengl("EGL has no device platform");
    return std::make_unique<EglPlatform>(platform_display(EGL_PLATFORM_DEVICE_EXT, device),
                                         fmt::format("EGL device {}", index), request);
}

std::unique_ptr<Context::Platform> surfaceless(const ContextRequest& request) {
    if (!has_client_extension("EGL_MESA_platform_surfaceless"))
        throw no_opengl("EGL has no such platform");
    return std::make_unique<EglPlatform>(platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY),
                                         "EGL surfaceless", request);
}

std::string device_label(const DeviceInfo& device) {
    return fmt::format("EGL device {} ({})", device.index, device.name);
}

std::unique_ptr<Context::Platform> asked_device(int index, const std::vector<EGLDeviceEXT>& devices,
                                                const ContextRequest& request) {
    // Without any device, another index would not help: the driver is missing.
    if (devices.empty())
        throw no_opengl(
            fmt::format("no OpenGL on EGL device {}: EGL lists no device; {}", index, install_hint));
    const int count = static_cast<int>(devices.size());
    if (index < 0 || index >= count)
        throw usage_error(fmt::format(
            "there is no EGL device {}: this machine has {}; see `scanline info`", index,
            count == 1 ? "1 device (device 0)" : fmt::format("{} devices (0 to {})", count, count - 1)));
    const EGLDeviceEXT device = devices[static_cast<std::size_t>(index)];
    try {
        return on_device(device, index, request);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::no_opengl)
            throw;
        throw no_opengl(fmt::format("no OpenGL on {}: {}; {}", device_label(describe(device, index)),
                                    error.what(), install_hint));
    }
}

} // namespace

std::vector<DeviceInfo> list_devices() {
    std::vector<DeviceInfo> infos;
    for (const EGLDeviceEXT device : query_devices())
        infos.push_back(describe(device, static_cast<int>(infos.size())));
    return infos;
}

void release_egl_context() {
    if (eglGetCurrentContext() != EGL_NO_CONTEXT)
        eglMakeCurrent(eglGetCurrentDisplay(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

std::unique_ptr<Context::Platform> make_egl_platform(const ContextRequest& request) {
    const std::vector<EGLDeviceEXT> devices = query_devices();
    if (request.device)
        return asked_device(*request.device, devices, request);

    std::vector<std::string> failures;
    // Returns null and records the error if the attempt fails.
    const auto attempt = [&](const std::string& what,
                             const auto& make) -> std::unique_ptr<Context::Platform> {
        try {
            return make();
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::no_opengl)
                throw;
            failures.push_back(fmt::format("{}: {}", what, error.what()));
            return nullptr;
        }
    };

    // A device that does not report as software may still fall back to a software renderer. Then prefer any
    // other hardware, and keep this context as a spare.
    std::unique_ptr<Context::Platform> spare;
    for (const bool software : {false, true}) {
        for (std::size_t i = 0; i < devices.size(); ++i) {
            const DeviceInfo info = describe(devices[i], static_cast<int>(i));
            if (info.software != software || (software && spare))
                continue;
            auto platform =
                attempt(device_label(info), [&] { return on_device(devices[i], info.index, request); });
            if (platform && !platform->capabilities.software)
                return platform;
            if (platform && !spare)
                spare = std::move(platform);
        }
    }
    if (spare) {
        spare->make_current();
        return spare;
    }
    if (auto platform = attempt("EGL surfaceless", [&] { return surfaceless(request); }))
        return platform;
    if (devices.empty())
        failures.insert(failures.begin(), "EGL lists no device");
    throw no_opengl(
        fmt::format("no OpenGL without a window: {}; {}", fmt::join(failures, "; "), install_hint));
}

} // namespace scanline::gl
