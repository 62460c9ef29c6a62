// A monkey at mouse and keyboard: whatever is pressed, dragged, dropped or set, nothing crashes, OpenGL
// reports no error, and memory stays within bounds. SCANLINE_TEST_CASES events, from a seed.
#include "gui_driver.h"
#include "kit/gui_renderer.h"
#include "scanline/core/random.h"
#include "scanline/data/image.h"
#include "scanline/gl/context.h"
#include "scanline/gl/functions.h"
#include "scanline/systems/all.h"
#include "shell/workbench.h"
#include "support/case_count.h"
#include "support/patience.h"
#include "support/temporary_folder.h"

#define GLFW_INCLUDE_NONE
#include <GL/glew.h>
#include <GLFW/glfw3.h>
#include <catch2/catch_all.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace scanline::view::monkey_gl_test {

namespace fs = std::filesystem;

namespace {

/// Resident memory of this process, in bytes.
double resident_bytes() {
    std::ifstream file("/proc/self/statm");
    double total = 0, resident = 0;
    file >> total >> resident;
    return resident * 4096;
}

class Monkey {
public:
    explicit Monkey(std::uint64_t seed)
        : random_(seed), before_(fs::current_path()), context_(gl::Context::headless({.debug = true})),
          driver_([this] { workbench_->draw(); }, {1280, 720}), renderer_(context_.capabilities()) {
        fs::current_path(folder_.path());
        make_files();
        workbench_ = std::make_unique<Workbench>(driver_.gui, Worker::Options{},
                                                 Workbench::Options{.masks = folder_ / "masks",
                                                                    .systems = systems::all(),
                                                                    .renderer = &renderer_,
                                                                    .home = true,
                                                                    .lessons = SCANLINE_LESSONS_DIR,
                                                                    .motion = true});
    }
    ~Monkey() {
        workbench_.reset();
        fs::current_path(before_);
    }
    Monkey(const Monkey&) = delete;
    Monkey& operator=(const Monkey&) = delete;

    /// One thing that a person might do, and a few frames. Returns what it was.
    std::string act() {
        const std::string what = event();
        for (int i = random_.between(1, 4); i > 0; --i)
            frame();
        return what;
    }

    std::vector<std::string> complaints() {
        std::vector<std::string> all = context_.take_debug_errors();
        context_.make_current();
        if (const GLenum error = glGetError(); error != GL_NO_ERROR)
            all.push_back("glGetError gives " + std::to_string(error));
        return all;
    }

    double seconds() const { return watch_.seconds(); }

    bool settle() { return workbench_->worker().finish(scanline::test::patience); }

private:
    void make_files() {
        fs::copy(SCANLINE_MASKS_DIR, folder_ / "masks"); // pictures may be saved beside them
        data::write_png(folder_ / "small.png", data::Image(17, 9, 1, 180));
        data::Image noise(300, 200);
        for (std::uint8_t& pixel : noise.pixels)
            pixel = static_cast<std::uint8_t>(random_.below(256));
        data::write_png(folder_ / "noise.png", noise);
        data::write_png(folder_ / "wide.png", data::Image(30000, 2, 1, 200));
        { const std::ofstream empty(folder_ / "empty.png"); }
        std::ofstream(folder_ / "broken.png") << "\x89PNG\r\n\x1a\nno more";
        std::ofstream(folder_ / "broken.json") << "{\"context\": 1";
        std::ofstream(folder_ / "broken.npy") << "\x93NUMPY";
        std::ofstream(folder_ / "points.csv") << "x,y\n1,2\n3,4\n1,2\n-5,0.5\n";
        std::ofstream(folder_ / "broken.csv") << "1,2\n3\n";
        files_ = {"points.csv", "broken.csv",  "small.png",  "noise.png",   "wide.png", "empty.png",
                  "broken.png", "broken.json", "broken.npy", "missing.png", "."};
    }

    void frame() {
        workbench_->update(1.0 / 60);
        context_.make_current();
        renderer_.new_frame();
        driver_.frame();
        const ImVec2 size = ImGui::GetIO().DisplaySize;
        renderer_.picture(*ImGui::GetDrawData(), static_cast<int>(size.x), static_cast<int>(size.y), 0);
        workbench_->after_frame(*ImGui::GetDrawData());
    }

    template <class Range>
    const auto& pick(const Range& range) {
        return range[random_.below(range.size())];
    }

    ImVec2 place() {
        const ImVec2 size = ImGui::GetIO().DisplaySize;
        return {static_cast<float>(random_.unit()) * size.x, static_cast<float>(random_.unit()) * size.y};
    }

    std::string event() {
        ImGuiIO& io = ImGui::GetIO();
        switch (random_.below(12)) {
        case 0:
        case 1:
        case 2: io.MousePos = place(); return "move";
        case 3:
        case 4: {
            io.MousePos = place();
            const auto mouse_button = random_.below(10) == 0 ? 1U : 0U;
            io.MouseDown[mouse_button] = true;
            frame();
            if (random_.below(3) == 0)
                io.MousePos = place();
            frame();
            io.MouseDown[mouse_button] = false;
            return "click or drag";
        }
        case 5: io.MouseWheel = static_cast<float>(random_.between(-3, 3)); return "wheel";
        case 6: {
            const Action action = pick(workbench_->actions().all());
            if (action.id == "file.quit")
                return "no action";
            workbench_->actions().run(action.id);
            return action.id;
        }
        case 7: {
            constexpr std::array keys{GLFW_KEY_SPACE,  GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_HOME,
                                      GLFW_KEY_END,    GLFW_KEY_TAB,  GLFW_KEY_ENTER, GLFW_KEY_T,
                                      GLFW_KEY_ESCAPE, GLFW_KEY_F1,   GLFW_KEY_Q};
            const int key = pick(keys);
            io.KeysDown[key] = true;
            frame();
            io.KeysDown[key] = false;
            return "key " + std::to_string(key);
        }
        case 8: {
            const std::array<ImVec2, 5> sizes{
                {{1024, 640}, {1280, 720}, {1920, 1080}, {1100, 1000}, {200, 150}}};
            io.DisplaySize = pick(sizes);
            return "resize";
        }
        case 9: {
            const std::string file = pick(files_);
            workbench_->open(folder_ / file);
            return "drop " + file;
        }
        case 10: {
            const std::vector<Setting> settings = workbench_->scene().settings();
            if (settings.empty())
                return "no setting";
            const Setting setting = pick(settings);
            const std::array<std::string, 8> values{"", "0", "1", "16", "nonsense", "-1", "1e99", "true"};
            const std::string value = pick(values);
            try {
                workbench_->scene().set(setting.key, value);
            } catch (const Error&) { // most of these are wrong
            }
            return setting.key + "=" + value;
        }
        default: {
            // Errors come often here, and their dialog keeps everything else away.
            workbench_->log().dismiss_errors();
            if (const Transport* transport = workbench_->scene().transport();
                transport && transport->count() > 0)
                workbench_->scene().transport()->seek(random_.between(0, transport->count() - 1));
            return "seek";
        }
        }
    }

    const Stopwatch watch_{steady_time};
    Random random_;
    scanline::test::TemporaryFolder folder_;
    fs::path before_;
    std::vector<std::string> files_;
    gl::Context context_;
    test::GuiDriver driver_;
    GuiRenderer renderer_;
    std::unique_ptr<Workbench> workbench_;
};

} // namespace

TEST_CASE("A monkey at mouse and keyboard breaks nothing") {
    constexpr std::uint64_t seed = 20090115;
    const auto events = static_cast<int>(scanline::test::case_count(400));
    Monkey monkey(seed);
    // Whatever the scenes keep, they have by then: masks, pictures, traces up to their cap.
    const int warm_up = events / 4;
    double warm = 0, most = 0;
    std::string last;
    for (int i = 0; i < events; ++i) {
        last = monkey.act();
        INFO("event " << i << ": " << last << ", seed " << seed);
        const std::vector<std::string> complaints = monkey.complaints();
        REQUIRE(complaints == std::vector<std::string>{});
        if (i % 5000 == 4999)
            std::cerr << i + 1 << " of " << events << " events, " << monkey.seconds() << " s, "
                      << resident_bytes() / (1 << 20) << " MiB\n";
        if (i == warm_up)
            warm = resident_bytes();
        if (i > warm_up)
            most = std::max(most, resident_bytes());
    }
    INFO("seed " << seed);
    CHECK(monkey.settle());
    // The trace's cap of 256 MiB, and the streams and textures of the largest picture.
    CHECK(most - warm < 768.0 * (1 << 20));
}

} // namespace scanline::view::monkey_gl_test
