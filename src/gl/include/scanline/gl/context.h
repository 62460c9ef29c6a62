#pragma once
#include "scanline/gl/capabilities.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanline::gl {

/// An EGL device, as listed by `scanline info`.
struct DeviceInfo {
    int index = 0;
    std::string name;      ///< from the platform: the driver's name, or a device file
    bool software = false; ///< EGL_MESA_device_software
};

/// The EGL devices of this machine, in platform order; empty if EGL or its device platform is missing.
std::vector<DeviceInfo> list_devices();

struct ContextRequest {
    /// Index into list_devices(). If empty: the first hardware device that gives a context, then software
    /// devices, then the surfaceless platform.
    std::optional<int> device{};
    /// Tries versions downward from here: 4.5 compatibility first, 2.1 last.
    Version highest{4, 5};
    /// Requests a debug context, which keeps driver messages of type error, see take_debug_errors().
    bool debug = false;
};

/// Requests for `count` contexts that share work: cycles through the GPUs of this machine; uses only `device`
/// if given, or the choice of headless() if there is no GPU. Keeps the calling thread's current context.
std::vector<ContextRequest> spread_over_devices(int count, std::optional<int> device = std::nullopt);

struct WindowRequest {
    int width = 1280;
    int height = 800;
    std::string title = "Scanline";
    bool visible = true;
    Version highest{4, 5};
    bool debug = false;
};

/// For programs with their own context: loads the functions of this thread's current context and reads its
/// capabilities. Call it on every thread that uses the library, and again after making another context
/// current there. Errors: no_opengl if no context is current, it is of OpenGL ES or below version 2.1, or the
/// functions cannot be loaded.
Capabilities adopt_current_context(std::string window_system = "adopted");

/// An OpenGL compatibility profile context, current on the thread that created it, with its functions loaded.
/// Move-only. Its destructor destroys the context (and window), so it must outlive every handle made in it.
///
/// Errors: ErrorKind::no_opengl if no context of at least OpenGL 2.1 is available; the message lists the
/// attempts and the package that provides OpenGL. ErrorKind::usage for a device index that does not exist.
class Context {
public:
    /// Creates a context without window or display: EGL device platform, then surfaceless.
    static Context headless(const ContextRequest& request = {});
    /// Opens a window through GLFW. Main thread only, as GLFW requires.
    static Context window(const WindowRequest& request = {});

    Context(Context&&) noexcept;
    Context& operator=(Context&&) noexcept;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context();

    const Capabilities& capabilities() const;

    /// Makes the context current on the calling thread.
    void make_current();

    /// Returns and clears the driver's error messages from KHR_debug; always empty without KHR_debug or a
    /// debug request.
    std::vector<std::string> take_debug_errors();

    /// The GLFWwindow of a window context; null if headless.
    void* native_window() const;

    struct Platform; ///< shared by EGL and GLFW contexts; defined in the implementation

private:
    explicit Context(std::unique_ptr<Platform> platform);
    std::unique_ptr<Platform> platform_;
};

/// Keeps the destructors of headless GPU contexts, and of programs that still compile, from destroying them:
/// the system frees them with the process. Drivers would wait for these compilations, up to some seconds.
/// They also wait in exit handlers: end the process by std::_Exit once has_left_contexts().
void leave_contexts_to_system();
bool leaves_contexts_to_system();
/// True once a context was left to the system.
bool has_left_contexts();

} // namespace scanline::gl
