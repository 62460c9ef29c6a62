#include "scanline/view/view_request.h"

#include "shell/window_loop.h"

#include "kit/gui_renderer.h"
#include "scanline/core/error.h"
#include "scanline/core/message.h"
#include "scanline/gl/context.h"
#include "scanline/gl/functions.h"
#include "shell/less_motion.h"
#include "shell/workbench.h"

#define GLFW_INCLUDE_NONE
#include <GL/glew.h>
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <optional>

namespace scanline::view {

namespace {

using WallClock = std::chrono::steady_clock;

constexpr int min_width = 1024, min_height = 640;

/// GLFW's window with ImGui's back end on it. Reports when something has happened.
class Window {
public:
    Window(const SessionState& session, std::function<void(const std::filesystem::path&)> drop)
        : context_(gl::Context::window({.width = session.width, .height = session.height})),
          window_(static_cast<GLFWwindow*>(context_.native_window())), drop_(std::move(drop)) {
        glfwSetWindowSizeLimits(window_, min_width, min_height, GLFW_DONT_CARE, GLFW_DONT_CARE);
        // A presentation stays on its screen while another window has the focus.
        glfwSetWindowAttrib(window_, GLFW_AUTO_ICONIFY, GLFW_FALSE);
        glfwSetWindowUserPointer(window_, this);
        listen();
        glfwSwapInterval(1);
    }
    ~Window() = default;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    const gl::Capabilities& capabilities() const { return context_.capabilities(); }
    GLFWwindow* handle() const { return window_; }

    void make_current() { context_.make_current(); }

    float display_scale() const {
        float x = 1, y = 1;
        glfwGetWindowContentScale(window_, &x, &y);
        return std::max(x, y);
    }

    /// Waits for events for at most this long. Returns true if the interface must respond to any.
    bool wait(double seconds) {
        seconds > 0 ? glfwWaitEventsTimeout(seconds) : glfwPollEvents();
        return happened_.exchange(false);
    }

    /// Before a frame: passes events to ImGui. Requests another frame for those that must wait.
    void feed_input() {
        if (input_.feed())
            happened_ = true;
    }

    /// Before a frame, after the back end has reported the current mouse state: replaces it with the state at
    /// the time of the events fed.
    void tell_mouse(ImGuiIO& io) const {
        // Without focus the window has no mouse position.
        if (mouse_ && ImGui::IsMousePosValid(&io.MousePos))
            io.MousePos = *mouse_;
        std::ranges::copy(buttons_, io.MouseDown);
    }

    bool closing() const { return glfwWindowShouldClose(window_) != 0; }
    void close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }
    /// That of the window, also while it fills the screen.
    void size(int& width, int& height) const {
        glfwGetWindowSize(window_, &width, &height);
        if (is_full_screen())
            width = place_.width, height = place_.height;
    }

    /// No larger than the screen leaves room for.
    void fit_screen() {
        int x = 0, y = 0, width = 0, height = 0, room_width = 0, room_height = 0;
        glfwGetWindowSize(window_, &width, &height);
        if (GLFWmonitor* const monitor = glfwGetPrimaryMonitor())
            glfwGetMonitorWorkarea(monitor, &x, &y, &room_width, &room_height);
        if (room_width > 0 && room_height > 0 && (width > room_width || height > room_height))
            glfwSetWindowSize(window_, std::min(width, room_width), std::min(height, room_height));
    }

    /// Fills the screen that shows the middle of the window, or puts the window back.
    void set_full_screen(bool on) {
        if (on == is_full_screen())
            return;
        if (!on)
            return glfwSetWindowMonitor(window_, nullptr, place_.x, place_.y, place_.width, place_.height,
                                        GLFW_DONT_CARE);
        glfwGetWindowPos(window_, &place_.x, &place_.y);
        glfwGetWindowSize(window_, &place_.width, &place_.height);
        const int middle_x = place_.x + place_.width / 2, middle_y = place_.y + place_.height / 2;
        int count = 0;
        GLFWmonitor* const* const monitors = glfwGetMonitors(&count);
        for (int i = count - 1; i >= 0; --i) { // the first one is the primary one
            int x = 0, y = 0;
            glfwGetMonitorPos(monitors[i], &x, &y);
            const GLFWvidmode* const mode = glfwGetVideoMode(monitors[i]);
            const bool is_shown_on = mode && middle_x >= x && middle_x < x + mode->width && middle_y >= y &&
                                     middle_y < y + mode->height;
            if (mode && (is_shown_on || i == 0))
                return glfwSetWindowMonitor(window_, monitors[i], 0, 0, mode->width, mode->height,
                                            mode->refreshRate);
        }
    }

    /// Takes the keys of another window for its own.
    void listen_to_keys_of(GLFWwindow* other) {
        glfwSetWindowUserPointer(other, this);
        glfwSetKeyCallback(other, on_key);
        glfwSetFramebufferSizeCallback(other, [](GLFWwindow* w, int, int) { of(w).happened_ = true; });
        glfwSetWindowRefreshCallback(other, [](GLFWwindow* w) { of(w).happened_ = true; });
    }

    /// Callable from any thread.
    void wake() {
        happened_ = true;
        glfwPostEmptyEvent();
    }

private:
    bool is_full_screen() const { return glfwGetWindowMonitor(window_) != nullptr; }
    static Window& of(GLFWwindow* window) { return *static_cast<Window*>(glfwGetWindowUserPointer(window)); }

    // ImGui's back end reads the modifiers from GLFW when it handles a queued event. They may have been
    // released by then, so report those of the event.
    static void tell_modifiers([[maybe_unused]] int key, [[maybe_unused]] int action,
                               [[maybe_unused]] int mods) {
#if IMGUI_VERSION_NUM >= 18900
        const auto add_modifier = [&](ImGuiKey modifier, int bit, int left, int right) {
            // X11 reports the modifiers from before the event, without the key itself.
            const bool own = key == left || key == right;
            ImGui::GetIO().AddKeyEvent(modifier, own ? action != GLFW_RELEASE : (mods & bit) != 0);
        };
        add_modifier(ImGuiMod_Ctrl, GLFW_MOD_CONTROL, GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
        add_modifier(ImGuiMod_Shift, GLFW_MOD_SHIFT, GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
        add_modifier(ImGuiMod_Alt, GLFW_MOD_ALT, GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT);
#endif
    }
    static void on_key(GLFWwindow* w, int key, int code, int action, int mods) {
        auto handle = [=, own = of(w).window_] {
            ImGui_ImplGlfw_KeyCallback(own, key, code, action, mods);
            tell_modifiers(key, action, mods);
        };
        // A key unknown to GLFW is -1; ImGui ignores it, so it needs no turn of its own.
        key >= 0 ? of(w).queue().add_key(key, action == GLFW_RELEASE, handle) : of(w).queue().add(handle);
    }
    // Replaces the callbacks that ImGui's back end would install.
    void listen() {
        glfwSetKeyCallback(window_, on_key);
        glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned character) {
            of(w).queue().add([=] { ImGui_ImplGlfw_CharCallback(w, character); });
        });
        glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int) {
            if (button < static_cast<int>(of(w).buttons_.size()))
                of(w).queue().add_button(
                    button, [=] { of(w).buttons_[static_cast<std::size_t>(button)] = action == GLFW_PRESS; });
        });
        glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) {
            of(w).queue().add([=] { ImGui_ImplGlfw_ScrollCallback(w, x, y); });
        });
        glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int entered) {
            of(w).queue().add([=] { ImGui_ImplGlfw_CursorEnterCallback(w, entered); });
        });
        glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int focused) {
            of(w).queue().add([=] { ImGui_ImplGlfw_WindowFocusCallback(w, focused); });
        });
        glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
            of(w).queue().add_move([=] { of(w).mouse_ = {static_cast<float>(x), static_cast<float>(y)}; });
        });
        glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { of(w).happened_ = true; });
        glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { of(w).happened_ = true; });
        glfwSetWindowContentScaleCallback(window_,
                                          [](GLFWwindow* w, float, float) { of(w).happened_ = true; });
        glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
            of(w).happened_ = true;
            for (int i = 0; i < count; ++i)
                of(w).drop_(paths[i]);
        });
    }

    InputQueue& queue() {
        happened_ = true;
        return input_;
    }

    gl::Context context_;
    GLFWwindow* window_;
    std::function<void(const std::filesystem::path&)> drop_;
    std::atomic<bool> happened_ = true;
    InputQueue input_;
    std::optional<ImVec2> mouse_;
    struct {
        int x = 0, y = 0, width = 0, height = 0;
    } place_; ///< before it filled the screen
    std::array<bool, ImGuiMouseButton_COUNT> buttons_{};
};

/// ImGui's GLFW back end for the length of a scope.
class WindowBackend {
public:
    explicit WindowBackend(GLFWwindow* window) { ImGui_ImplGlfw_InitForOpenGL(window, false); }
    ~WindowBackend() { ImGui_ImplGlfw_Shutdown(); }
    WindowBackend(const WindowBackend&) = delete;
    WindowBackend& operator=(const WindowBackend&) = delete;
};

LoadedSession start_session(const ViewRequest& request) {
    LoadedSession loaded;
    if (const auto path = session_path())
        loaded = load_session(*path);
    SessionState& session = loaded.state;
    // What a command asks for is not mixed with what was left.
    if (!request.settings.empty() || request.pass || request.as_new)
        session.scenes.erase(request.scene);
    session.theme = request.theme.value_or(session.theme);
    session.scale = request.scale > 0 ? request.scale : session.scale;
    if (request.width > 0 && request.height > 0) {
        session.width = request.width;
        session.height = request.height;
    }
    session.width = std::max(session.width, min_width);
    session.height = std::max(session.height, min_height);
    return loaded;
}

void keep_session(const SessionState& session) {
    const auto path = session_path();
    if (!path)
        return;
    try {
        save_session(*path, session);
    } catch (const Error& error) {
        print_message(error.what());
    }
}

/// Opens, fills and closes the window for the notes.
void show_notes(Workbench& workbench, Window& window, GuiRenderer& renderer, const Look& look,
                std::optional<NotesWindow>& shown) {
    if (shown && shown->closing())
        workbench.hide_notes();
    const std::optional<Notes> notes = workbench.notes();
    if (!notes)
        return shown.reset();
    try {
        if (!shown)
            shown.emplace([&window](GLFWwindow* own) { window.listen_to_keys_of(own); });
        if (const ImVec2 size = shown->size(); size.x > 0 && size.y > 0)
            shown->show(renderer.picture([&](ImDrawList& list) { draw_notes(list, look, *notes, size); },
                                         static_cast<int>(size.x), static_cast<int>(size.y),
                                         look.palette().panel));
    } catch (const Error& error) {
        workbench.hide_notes();
        workbench.log().error(error.what());
    }
}

/// Runs until the window is closed, or the GPU is reset: then returns true. session: becomes what is left.
bool run_until_reset(const ViewRequest& request, SessionState& session, const std::string& warning,
                     const std::function<bool(Workbench&)>& go_on) {
    Workbench* receiver = nullptr;
    Window window(session, [&receiver](const std::filesystem::path& path) {
        if (receiver)
            receiver->open(path);
    });
    Gui gui(session.theme, session.scale > 0 ? static_cast<float>(session.scale) : window.display_scale());
    if (request.width == 0)
        window.fit_screen();
    const WindowBackend backend(window.handle());
    GuiRenderer renderer(window.capabilities());
    // Beside the session; nowhere without a folder of the user.
    const std::optional<std::filesystem::path> kept = session_path();
    const std::filesystem::path sweeps = kept ? kept->parent_path() / "sweeps" : "";
    Workbench workbench(
        gui, {.device = request.device, .wake = [&window] { window.wake(); }, .clock = request.clock},
        {.masks = request.masks,
         .systems = request.systems,
         .session = session,
         .renderer = &renderer,
         .redraw = [&window] { window.wake(); },
         .quit = [&window] { window.close(); },
         .home = request.scene == home_name ||
                 (request.scene.empty() && !request.file && request.settings.empty() && !request.pass &&
                  request.lesson.empty()),
         .sweeps = sweeps,
         .lessons = request.lessons,
         .motion = !kept || !wants_less_motion(kept->parent_path().parent_path())});
    receiver = &workbench;
    if (!warning.empty())
        workbench.log().warning(warning);
    apply_request(workbench, request);
    bool pass_waits = request.pass.has_value();

    std::optional<NotesWindow> notes;
    FramePacing pacing;
    WallClock::time_point last = WallClock::now();
    bool was_reset = false;
    while (!window.closing() && (!go_on || go_on(workbench))) {
        const bool typing = ImGui::GetIO().WantTextInput;
        pacing.waited(window.wait(pacing.wait_seconds(workbench.animating(), typing)), typing);
        const WallClock::time_point begin = WallClock::now();
        window.make_current();
        was_reset = gl::context_is_lost();
        if (was_reset)
            break;
        if (workbench.update(std::chrono::duration<double>(begin - last).count()))
            pacing.changed();
        last = begin;
        if (pass_waits && !workbench.scene().busy()) {
            seek_pass(workbench, request.pass.value_or(0));
            pass_waits = false;
        }
        if (!pacing.take(workbench.animating()))
            continue;
        window.set_full_screen(workbench.presenting());
        if (const float scale = workbench.scale(window.display_scale()); scale != gui.look().scale) {
            gui.set_scale(scale);
            renderer.renew_fonts();
        }
        window.feed_input();
        renderer.new_frame();
        ImGui_ImplGlfw_NewFrame();
        window.tell_mouse(ImGui::GetIO());
        ImGui::NewFrame();
        workbench.draw();
        ImGui::Render();
        int width = 0, height = 0;
        glfwGetFramebufferSize(window.handle(), &width, &height);
        glViewport(0, 0, width, height);
        const ImVec4 background = ImGui::ColorConvertU32ToFloat4(gui.look().palette().background);
        glClearColor(background.x, background.y, background.z, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        renderer.render(*ImGui::GetDrawData());
        workbench.after_frame(*ImGui::GetDrawData());
        // The frame time includes a software renderer's drawing, but not a GPU's.
        if (window.capabilities().software)
            glFinish();
        workbench.set_frame_milliseconds(
            std::chrono::duration<double, std::milli>(WallClock::now() - begin).count());
        glfwSwapBuffers(window.handle());
        show_notes(workbench, window, renderer, gui.look(), notes);
    }
    session = workbench.session();
    window.size(session.width, session.height);
    return was_reset;
}

} // namespace

void run_window(const ViewRequest& request, const std::function<bool(Workbench&)>& go_on) {
    auto [session, warning] = start_session(request);
    ViewRequest next = request;
    constexpr int most_resets = 3;
    for (int resets = 0; run_until_reset(next, session, warning, go_on); ++resets) {
        keep_session(session);
        if (resets == most_resets)
            throw Error(fmt::format(
                "the GPU was reset {} times: look for its driver's errors in the system log", resets + 1));
        warning = "the GPU was reset: the window was opened again, with what it showed";
        next.scene = session.scene;
        next.file.reset(), next.settings.clear(), next.pass.reset(), next.lesson.clear();
    }
    keep_session(session);
}

} // namespace scanline::view
