#pragma once
#include "current_features.h"
#include "scanline/gl/context.h"

#include <GL/glew.h>

namespace scanline::gl {

/// A context of some window system. A subclass's constructor creates the context, makes it current and calls
/// start(); its destructor destroys it.
struct Context::Platform {
    Platform() = default;
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;
    virtual ~Platform() = default;

    void make_current();
    virtual void* native_window() const { return nullptr; }

    Capabilities capabilities;
    std::vector<std::string> debug_errors;

protected:
    /// Makes the context current on the calling thread, possibly replacing one of another window system.
    /// Throws Error.
    virtual void bind() = 0;

    /// Loads the functions, reads the capabilities and listens to the driver's messages; the context must be
    /// current. Throws Error if it is older than OpenGL 2.1.
    void start(std::string window_system, bool debug);

private:
    void listen();

    Features features_;
};

std::unique_ptr<Context::Platform> make_egl_platform(const ContextRequest& request);
std::unique_ptr<Context::Platform> make_glfw_platform(const WindowRequest& request);

/// A thread must release the context of one window system before it can switch to another's.
void release_egl_context();
void release_glfw_context();

/// The versions to try, from the highest allowed down to 2.1. Throws a usage error if there are none.
std::vector<Version> versions_to_try(Version highest);

/// From 3.2 on a context has a profile; the compatibility profile must be requested.
inline bool has_profile(Version version) {
    return version >= Version{3, 2};
}

/// The end of every message about missing OpenGL.
inline constexpr const char* install_hint =
    "install libegl1 and libgl1-mesa-dri (Debian) or your GPU vendor's driver";

} // namespace scanline::gl
