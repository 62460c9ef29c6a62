#include "platform.h"
#include "scanline/core/error.h"
#include "scanline/core/module.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <string>

namespace scanline::gl {
namespace {

std::string glfw_error_text() {
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? description : "no reason given";
}

/// True if the display still names a window manager that has crashed, on which GLFW 3.3 aborts.
bool names_lost_window_manager() {
    using Id = unsigned long;
    const Module x11("libX11.so.6", "X11");
    const auto get =
        x11.function<int(void*, Id, Id, long, long, int, Id, Id*, int*, Id*, Id*, unsigned char**)>(
            "XGetWindowProperty");
    void* const display = x11.function<void*(const char*)>("XOpenDisplay")(nullptr);
    if (!display)
        return false; // GLFW says so
    const auto set_handler =
        x11.function<void*(int (*)(void*, void*))>("XSetErrorHandler"); // the usual one ends the program
    const auto before = reinterpret_cast<int (*)(void*, void*)>(set_handler([](void*, void*) { return 0; }));
    const Id property =
        x11.function<Id(void*, const char*, int)>("XInternAtom")(display, "_NET_SUPPORTING_WM_CHECK", 0);
    constexpr Id window_type = 33;
    Id type = 0, count = 0, rest = 0;
    int format = 0;
    // Returns 0 if the window is there; value: what the property of that window names, or 0.
    const auto read = [&](Id window, Id& value) {
        unsigned char* found = nullptr;
        const int status =
            get(display, window, property, 0, 1, 0, window_type, &type, &format, &count, &rest, &found);
        value = status == 0 && count == 1 ? *reinterpret_cast<const Id*>(found) : 0;
        if (found)
            x11.function<int(void*)>("XFree")(found);
        return status;
    };
    Id manager = 0, own = 0;
    read(x11.function<Id(void*)>("XDefaultRootWindow")(display), manager);
    const bool is_lost = manager != 0 && read(manager, own) != 0;
    x11.function<int(void*)>("XCloseDisplay")(display);
    set_handler(before);
    return is_lost;
}

void require_window_manager() {
    bool is_lost = false;
    try {
        is_lost = !std::getenv("WAYLAND_DISPLAY") && names_lost_window_manager();
    } catch (const Error&) { // there is no X11
    }
    if (is_lost)
        throw Error(ErrorKind::no_opengl,
                    "no window can be opened: the display names a window manager that has "
                    "crashed; start one, or sign in anew");
}

// GLFW is global per process, and terminating it closes every window: the last window does so. Windows live
// only on the main thread, but headless contexts check from any.
std::atomic<int> library_uses = 0;

class Library {
public:
    Library() {
#if defined(GLFW_PLATFORM) && defined(__linux__)
        // GLFW 3.4 tries Wayland first. Without a compositor, libwayland prints an error to stderr.
        glfwInitHint(GLFW_PLATFORM, std::getenv("WAYLAND_DISPLAY") ? GLFW_ANY_PLATFORM : GLFW_PLATFORM_X11);
#endif
        require_window_manager();
        if (!glfwInit())
            throw Error(
                ErrorKind::no_opengl,
                fmt::format(
                    "no window can be opened: {}; a window needs a display: start from a desktop, set "
                    "DISPLAY, or use xvfb-run",
                    glfw_error_text()));
        ++library_uses;
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    ~Library() {
        if (--library_uses == 0)
            glfwTerminate();
    }
};

class GlfwPlatform final : public Context::Platform {
public:
    explicit GlfwPlatform(const WindowRequest& request) {
        create(request);
        try {
            bind();
            start("GLFW", request.debug);
        } catch (...) {
            glfwDestroyWindow(window_);
            throw;
        }
    }
    GlfwPlatform(const GlfwPlatform&) = delete;
    GlfwPlatform& operator=(const GlfwPlatform&) = delete;
    ~GlfwPlatform() override { glfwDestroyWindow(window_); }

    void* native_window() const override { return window_; }

protected:
    void bind() override {
        release_egl_context();
        glfwMakeContextCurrent(window_);
        if (glfwGetCurrentContext() != window_)
            throw Error(ErrorKind::no_opengl,
                        fmt::format("the window's context cannot be made current: {}", glfw_error_text()));
    }

private:
    void create(const WindowRequest& request) {
        const std::vector<Version> versions = versions_to_try(request.highest);
        for (const Version version : versions) {
            glfwDefaultWindowHints();
            glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, version.major);
            glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, version.minor);
            glfwWindowHint(GLFW_OPENGL_PROFILE,
                           has_profile(version) ? GLFW_OPENGL_COMPAT_PROFILE : GLFW_OPENGL_ANY_PROFILE);
            glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET); // which reports a reset
            glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, request.debug ? GLFW_TRUE : GLFW_FALSE);
            glfwWindowHint(GLFW_VISIBLE, request.visible ? GLFW_TRUE : GLFW_FALSE);
            window_ =
                glfwCreateWindow(request.width, request.height, request.title.c_str(), nullptr, nullptr);
            if (window_)
                return;
        }
        throw Error(ErrorKind::no_opengl,
                    fmt::format("no window of {} x {} with OpenGL {} down to {}: {}; {}", request.width,
                                request.height, to_string(versions.front()), to_string(versions.back()),
                                glfw_error_text(), install_hint));
    }

    Library library_;
    GLFWwindow* window_ = nullptr;
};

} // namespace

void release_glfw_context() {
    if (library_uses > 0 && glfwGetCurrentContext())
        glfwMakeContextCurrent(nullptr);
}

std::unique_ptr<Context::Platform> make_glfw_platform(const WindowRequest& request) {
    return std::make_unique<GlfwPlatform>(request);
}

} // namespace scanline::gl
