#include "scanline/view/view_request.h"

#include "kit/gui_renderer.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/image.h"
#include "scanline/gl/context.h"
#include "shell/step_recorder.h"
#include "shell/workbench.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>

namespace scanline::view {

namespace {

using WallClock = std::chrono::steady_clock;

constexpr int default_width = 1280, default_height = 800;
constexpr float frame_seconds = 1.0f / 60;

void draw_frame(GuiRenderer& renderer, Workbench& workbench) {
    workbench.update(frame_seconds);
    ImGui::GetIO().DeltaTime = frame_seconds;
    renderer.new_frame();
    ImGui::NewFrame();
    workbench.draw();
    ImGui::Render();
    workbench.after_frame(*ImGui::GetDrawData());
}

/// What ends the waiting for pictures.
struct Patience {
    const std::function<bool()>& go_on;
    double limit_seconds;
    std::string made = "no picture was made"; ///< if it is interrupted
};

/// Draws frames until done(); errors of jobs become errors of the picture.
template <class Done>
void draw_until(GuiRenderer& renderer, Workbench& workbench, const Patience& patience, const Done& done) {
    const auto end = WallClock::now() + std::chrono::duration<double>(patience.limit_seconds);
    for (bool ready = false; !ready;) {
        if (patience.go_on && !patience.go_on())
            throw Error("interrupted: " + patience.made);
        draw_frame(renderer, workbench);
        ready = done();
        if (!ready)
            workbench.worker().finish(std::chrono::milliseconds(20));
        if (const auto& errors = workbench.log().pending_errors(); !errors.empty())
            throw Error(errors.front());
        if (WallClock::now() > end)
            throw Error(fmt::format("the scene {} was not ready after {} s: {}", workbench.scene().name(),
                                    patience.limit_seconds, workbench.scene().busy_text()));
    }
}

/// Draws frames until nothing is pending.
void settle(GuiRenderer& renderer, Workbench& workbench, const Patience& patience) {
    int still = 0;
    draw_until(renderer, workbench, patience, [&] {
        still = workbench.busy() || !workbench.worker().idle() ? 0 : still + 1;
        return still >= StepRecorder::settling_frames;
    });
}

// Far more than any screen, and held in memory several times.
constexpr std::int64_t max_pixels = std::int64_t{1} << 27;

void check_pixels(int width, int height) {
    const std::int64_t pixels = std::int64_t{width} * height;
    if (pixels > max_pixels)
        throw usage_error(
            fmt::format("a picture of {} x {} has {} pixels, more than the limit of {}: make it smaller",
                        width, height, pixels, max_pixels));
}

/// Returns what work() makes of a program without a window that shows what is requested.
template <class Work>
auto with_program(const ViewRequest& request, const Patience& patience, const Work& work) {
    const int width = request.width > 0 ? request.width : default_width;
    const int height = request.height > 0 ? request.height : default_height;
    check_pixels(width, height);
    gl::Context context = gl::Context::headless({.device = request.device});
    Gui gui(request.theme.value_or(Theme::dark),
            request.scale > 0 ? static_cast<float>(request.scale) : 1.0f);
    ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    GuiRenderer renderer(context.capabilities());
    renderer.check_size(width, height);
    Workbench workbench(gui, {.device = request.device, .clock = request.clock},
                        {.masks = request.masks,
                         .systems = request.systems,
                         .session = {.scale = request.scale},
                         .renderer = &renderer,
                         .home = request.scene == home_name,
                         .lessons = request.lessons});
    apply_request(workbench, request);
    if (request.present)
        gui.set_scale(workbench.scale(1)), renderer.renew_fonts();
    settle(renderer, workbench, patience);
    if (request.pass) {
        seek_pass(workbench, *request.pass);
        settle(renderer, workbench, patience);
    }
    return work(renderer, workbench);
}

} // namespace

void apply_request(Workbench& workbench, const ViewRequest& request) {
    if (workbench.actions().run(fmt::format("lessons.{}", request.lesson.string())))
        return;
    const std::filesystem::path lesson = request.lesson.empty() ? request.file.value_or("") : request.lesson;
    if (!request.lesson.empty() || data::ending_of(lesson) == lesson_ending)
        return workbench.open_lesson(lesson);
    if (!request.scene.empty())
        workbench.select(request.scene);
    else if (request.file)
        workbench.select_for(*request.file);
    Scene& scene = workbench.scene();
    if (request.file) {
        if (scene.file_endings().empty())
            throw usage_error(
                fmt::format("the scene {} opens no files: leave out --scene, or the file", scene.name()));
        workbench.open_here(*request.file);
    }
    for (const auto& [key, value] : request.settings)
        scene.set(key, value);
    workbench.present(request.present);
}

std::vector<Setting> changed_settings(const Scene& scene, Scene& fresh) {
    return set_differing(fresh, scene.settings());
}

std::string view_command(Scene& scene, Scene& fresh) {
    std::string command = fmt::format("scanline view --scene {}", scene.name());
    std::string pass;
    for (const auto& [key, value] : changed_settings(scene, fresh))
        (key == "pass" ? pass : command) +=
            key == "pass" ? " --pass " + value : " --set " + shell_word(key + "=" + value);
    if (const int step = step_beside_settings(scene); step > 0)
        pass = fmt::format(" --pass {}", step);
    return command + pass;
}

int step_beside_settings(Scene& scene) {
    const Transport* transport = scene.transport();
    const bool is_set = std::ranges::count(scene.settings(), "pass", &Setting::key) > 0;
    return transport && !is_set ? transport->position() : 0;
}

void seek_pass(Workbench& workbench, int pass) {
    Scene& scene = workbench.scene();
    Transport* transport = scene.transport();
    if (!transport || transport->count() == 0)
        throw usage_error(
            fmt::format("--pass {}: the scene {} has no steps: leave it out", pass, scene.name()));
    if (pass < 0 || pass >= transport->count())
        throw usage_error(fmt::format("--pass {}: the scene {} has the steps 0 to {} here", pass,
                                      scene.name(), transport->count() - 1));
    transport->seek(pass);
}

data::Image render_headless(const ViewRequest& request, const std::function<bool()>& go_on,
                            double limit_seconds) {
    return with_program(request, {go_on, limit_seconds}, [&](GuiRenderer& renderer, Workbench&) {
        const Palette& palette = palette_of(request.theme.value_or(Theme::dark));
        return renderer.picture(*ImGui::GetDrawData(), palette.background);
    });
}

std::string render_svg(const ViewRequest& request, const std::function<bool()>& go_on, double limit_seconds) {
    const Patience patience{go_on, limit_seconds};
    return with_program(request, patience, [&](GuiRenderer& renderer, Workbench& workbench) {
        std::string picture;
        workbench.capture_svg([&picture](const std::string& svg) { picture = svg; });
        settle(renderer, workbench, patience);
        return picture;
    });
}

void save_animation(const ViewRequest& request, const Animation& animation,
                    const std::function<bool()>& go_on, double limit_seconds) {
    Patience patience{go_on, limit_seconds};
    with_program(request, patience, [&](GuiRenderer& renderer, Workbench& workbench) {
        if (LessonStrip* const lesson = workbench.lesson()) {
            if (data::ending_of(animation.path) == ".svg")
                throw usage_error("the stops of a lesson are saved as PNGs");
            for (int stop = 1; lesson->has(stop - 1); ++stop) {
                lesson->go(stop - 1);
                settle(renderer, workbench, patience);
                const ImU32 background = palette_of(request.theme.value_or(Theme::dark)).background;
                data::write_png(numbered_path(animation.path, stop),
                                renderer.picture(*ImGui::GetDrawData(), background));
            }
            return;
        }
        workbench.save_steps(animation.path, animation.seconds);
        const int count = workbench.recorder()->count();
        for (int step = 0; step < count; ++step) {
            const std::filesystem::path picture = numbered_path(animation.path, step);
            for (const std::filesystem::path& input : animation.inputs) {
                if (data::same_file(picture, input))
                    throw usage_error(fmt::format("the picture of step {} would replace the input {}: name "
                                                  "the pictures otherwise",
                                                  step, printable_path(input)));
            }
        }
        for (int step = 0; step < count; ++step) {
            if (animation.progress)
                animation.progress(step, count);
            patience.made = fmt::format("{} of {} steps were drawn", step, count);
            draw_until(renderer, workbench, patience,
                       [&] { return !workbench.recorder() || workbench.recorder()->written() > step; });
        }
    });
}

} // namespace scanline::view
