#pragma once
#include "scanline/gl/capabilities.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanline::gl {

/// An EGL device as `scanline info` lists it.
struct DeviceInfo {
    int index = 0;
    std::string name;      ///< what the platform says of it: the driver's name, a device file
    bool software = false; ///< EGL_MESA_device_software
};

/// The EGL devices of this machine in the platform's order; empty where EGL or its device platform is
/// missing.
std::vector<DeviceInfo> list_devices();

struct ContextRequest {
    /// Index into list_devices(). None: the first hardware device that gives a context, then the software
    /// ones, then the surfaceless platform.
    std::optional<int> device{};
    /// Versions are tried downward from here: 4.5 compatibility first, 2.1 last.
    Version highest{4, 5};
    /// Ask for a debug context: driver messages of type error are kept, see debug_errors().
    bool debug = false;
};

/// What to ask for so many contexts by that are to share work: of the GPUs of this machine one after the
/// other, and again from the first where there are fewer; all on `device` where it is named, or as headless()
/// chooses where there is no GPU. What is current on the calling thread stays so.
std::vector<ContextRequest> spread_over_devices(int count, std::optional<int> device = std::nullopt);

struct WindowRequest {
    int width = 1280;
    int height = 800;
    std::string title = "Scanline";
    bool visible = true;
    Version highest{4, 5};
    bool debug = false;
};

/// For programs that have a context of their own: loads the functions of the context that is current on this
/// thread and reads what it can do. Call it on every thread that uses the library, again when another context
/// has been made current there. Errors: no_opengl where the functions cannot be loaded or the version is
/// below 2.1.
Capabilities adopt_current_context(std::string window_system = "adopted");

/// An OpenGL context of the compatibility profile, current on the thread that made it, with its functions
/// loaded. Move-only; destroys its context (and window) with itself, so it must outlive every handle made in
/// it.
///
/// Errors: ErrorKind::no_opengl where no context of at least OpenGL 2.1 can be had; the message says what was
/// tried and which package brings an OpenGL. ErrorKind::usage for a device index that does not exist.
class Context {
public:
    /// Without a window or a display: EGL, device platform, then surfaceless.
    static Context headless(const ContextRequest& request = {});
    /// A window through GLFW. One thread, the main one, as GLFW asks.
    static Context window(const WindowRequest& request = {});

    Context(Context&&) noexcept;
    Context& operator=(Context&&) noexcept;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context();

    const Capabilities& capabilities() const;

    /// Makes the context current on the calling thread.
    void make_current();

    /// The error messages the driver has sent through KHR_debug since the last call, emptied by the call;
    /// always empty where the context has no KHR_debug or was not asked for with debug.
    std::vector<std::string> take_debug_errors();

    /// The GLFWwindow of a window context, null for a headless one.
    void* native_window() const;

    struct Platform; ///< what EGL and GLFW contexts have in common; defined in the implementation

private:
    explicit Context(std::unique_ptr<Platform> platform);
    std::unique_ptr<Platform> platform_;
};

} // namespace scanline::gl
