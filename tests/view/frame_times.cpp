// Prints how long frames take: every scene while its steps change, which keeps the worker busy where they are
// read back, a picture that is zoomed, and the interface while a sweep is measured on the worker. No test:
// times are for people to read.
//   view_frame_times [MASKS]
#include "gui_driver.h"
#include "kit/gui_renderer.h"
#include "scanline/core/error.h"
#include "scanline/gl/context.h"
#include "scanline/systems/all.h"
#include "shell/workbench.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace scanline::view {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int width = 1280, height = 720;

class Frames {
public:
    explicit Frames(const std::string& masks)
        : context_(gl::Context::headless()),
          driver_([this] { workbench_->draw(); }, {static_cast<float>(width), static_cast<float>(height)}),
          renderer_(context_.capabilities()),
          workbench_(std::make_unique<Workbench>(
              driver_.gui, Worker::Options{},
              Workbench::Options{
                  .masks = masks, .systems = systems::all(), .renderer = &renderer_, .motion = true})) {}

    Workbench& workbench() { return *workbench_; }

    /// Milliseconds of one frame, the picture read back included.
    double frame() {
        const Clock::time_point begin = Clock::now();
        workbench_->update(1.0 / 60);
        context_.make_current();
        renderer_.new_frame();
        driver_.frame();
        renderer_.picture(*ImGui::GetDrawData(), width, height, 0);
        return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    }

    void settle() {
        for (int still = 0; still < 4;) {
            frame();
            still = workbench_->busy() || !workbench_->worker().idle() ? 0 : still + 1;
            if (still == 0)
                workbench_->worker().finish(std::chrono::milliseconds(20));
        }
    }

private:
    gl::Context context_;
    test::GuiDriver driver_;
    GuiRenderer renderer_;
    std::unique_ptr<Workbench> workbench_;
};

void print(const std::string& what, std::vector<double> times) {
    std::ranges::sort(times);
    const auto at = [&times](double part) {
        return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
    };
    fmt::print("{:<44} {:5} frames   median {:6.1f} ms   95 % {:6.1f} ms   longest {:6.1f} ms\n", what,
               times.size(), at(0.5), at(0.95), times.back());
}

/// change: what is another in the frame of a number.
void print_frames(Frames& frames, const std::string& what, const std::function<void(int)>& change) {
    frames.settle();
    std::vector<double> times;
    for (int i = 0; i < 60; ++i) {
        change(i);
        ImGui::GetIO().MousePos = {220.0f + 11.0f * static_cast<float>(i),
                                   120.0f + 7.0f * static_cast<float>(i)};
        times.push_back(frames.frame());
    }
    print(what, std::move(times));
}

/// All of its pictures are drawn anew by then.
void print_home(Frames& frames) {
    frames.workbench().select("home");
    print_frames(frames, "home, mouse", [](int) {});
}

void print_scene(Frames& frames, const std::string& scene) {
    frames.workbench().select(scene);
    Transport* transport = frames.workbench().scene().transport();
    print_frames(frames, scene + ", steps and mouse", [transport](int i) {
        if (transport && transport->count() > 0)
            transport->seek(i % transport->count());
    });
}

/// A drag over the values of a dimension of a million rows.
void print_brush(Frames& frames) {
    frames.workbench().select("explorer");
    Scene& scene = frames.workbench().scene();
    scene.set("count", "1000000");
    print_frames(frames, "explorer, brush over 1M rows", [&scene](int i) {
        scene.set("select", fmt::format("when.hour={}..{}", i % 12, i % 12 + i % 7 + 3));
    });
    print_frames(frames, "explorer, drill into 1M rows", [&scene](int i) {
        scene.set("drill", i % 2 == 0 ? "" : i % 4 == 1 ? "when.year=2024" : "when.year=2025, channel=web");
    });
}

/// Nothing but the interface works then.
void print_zoom(Frames& frames) {
    frames.workbench().select("compaction-image");
    print_frames(frames, "compaction-image, wheel and mouse",
                 [](int i) { ImGui::GetIO().MouseWheel = i % 20 < 10 ? 1.0f : -1.0f; });
}

void print_sweep(Frames& frames) {
    frames.workbench().select("sweep");
    Scene& scene = frames.workbench().scene();
    for (const auto& [key, value] : {std::pair{"algorithm", "horn,jj,rlz,bt,packed"},
                                     {"density", "0.1,0.5,0.9"},
                                     {"size", "1048576"},
                                     {"block", "256"},
                                     {"reps", "5"}})
        scene.set(key, value);
    frames.settle();
    frames.workbench().actions().run("scene.run");
    std::vector<double> times;
    const Clock::time_point begin = Clock::now();
    while (times.size() < 3 ||
           (!frames.workbench().worker().idle() && Clock::now() - begin < std::chrono::seconds(60)))
        times.push_back(frames.frame());
    print("sweep, while it measures 1M elements", std::move(times));
}

} // namespace

} // namespace scanline::view

int main(int argc, char** argv) {
    using namespace scanline::view;
    try {
        Frames frames(argc > 1 ? argv[1] : SCANLINE_MASKS_DIR);
        fmt::print("{}, {} x {}\n", frames.workbench().worker().capabilities().renderer, width, height);
        print_home(frames);
        for (const char* scene : {"compaction-small", "compaction-image", "prefix-sum", "kdtree", "explorer",
                                  "skyline", "cube", "sweep"})
            print_scene(frames, scene);
        print_brush(frames);
        print_zoom(frames);
        print_sweep(frames);
    } catch (const std::exception& error) {
        fmt::print(stderr, "view_frame_times: {}\n", error.what());
        return 1;
    }
}
