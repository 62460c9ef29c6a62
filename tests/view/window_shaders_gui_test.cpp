// Shaders that change on disk while the window is open.
#include "data/files.h"
#include "scanline/data/image.h"
#include "view_script.h"
#include "window_desk.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <string>

namespace scanline::view::window_shaders_gui_test {

namespace fs = std::filesystem;
using data::test::get;
using data::test::put;
using scanline::test::EnvironmentVariable;
using test::Desk;

namespace {

/// A copy of the shaders that the program reads instead of those that it comes with.
struct Shaders {
    const Desk& desk;
    fs::path folder = desk.folder / "shaders";
    EnvironmentVariable variable{"SCANLINE_SHADER_DIR", folder.string()};

    explicit Shaders(const Desk& a_desk) : desk(a_desk) {
        fs::copy(SCANLINE_SHADERS_DIR, folder, fs::copy_options::recursive);
    }
};

bool log_has(Workbench& workbench, const std::string& part) {
    return std::ranges::any_of(workbench.log().entries(), [&part](const LogEntry& entry) {
        return entry.text.find(part) != std::string::npos;
    });
}

bool ready(Workbench& workbench) {
    return !workbench.scene().busy();
}

/// The middle of the window, as a picture that the program saves.
void save_picture(test::ViewScript& script, const fs::path& path) {
    script.input("mousemove 600 706 key ctrl+s");
    script.wait_until("the dialog is open", [](Workbench&) { return ImGui::GetIO().WantTextInput; });
    script.input("key Return");
    script.wait_until(path.string(), [path](Workbench&) { return fs::exists(path); });
}

data::Image middle_of(const fs::path& path) {
    constexpr int left = 208, top = 28, right = 956, bottom = 640;
    const data::Image whole = data::read_image(path);
    REQUIRE(whole.width >= right);
    REQUIRE(whole.height >= bottom);
    data::Image middle(right - left, bottom - top, whole.channels);
    for (int y = 0; y < middle.height; ++y)
        std::copy_n(whole.pixel(left, top + y), middle.width * middle.channels, middle.pixel(0, y));
    return middle;
}

} // namespace

TEST_CASE("The shader folder is lost while the program runs: a line in the log, and it goes on") {
    const Desk desk;
    const Shaders shaders(desk);
    test::ViewScript script;
    script.wait_until("the GPU has answered", ready);
    script.act([&](Workbench&) { fs::remove_all(shaders.folder); });
    script.wait_until("the log tells it", [&](Workbench& workbench) {
        return log_has(workbench, shaders.folder.string() + " is gone");
    });
    script.wait_until("the GPU has answered again", ready);
    // What has not been compiled before comes from the built-in ones.
    script.act([](Workbench& workbench) { workbench.scene().set("algorithm", "bt"); });
    script.wait_until("the GPU has answered with another algorithm", ready);
    script.act([](Workbench& workbench) { CHECK(workbench.log().pending_errors().empty()); });
    script.run(Desk::request("compaction-small"));
}

TEST_CASE("A shader that is broken on disk is an error in the log, and the last good one stays") {
    const Desk desk;
    const Shaders shaders(desk);
    const fs::path shader = shaders.folder / "raster" / "bt_search.frag";
    const std::string good = get(shader);
    test::ViewScript script;
    script.wait_until("the GPU has answered", ready);
    save_picture(script, desk.folder / "scanline-compaction-small-1.png");
    script.act(
        [&](Workbench&) { put(shader, "#version 120\nvoid main() { gl_FragColor = no_such_name; }\n"); });
    script.wait_until("an error names file and fault", [&](Workbench& workbench) {
        return workbench.log().pending_errors().size() == 1 && log_has(workbench, shader.string() + ":2") &&
               log_has(workbench, "no_such_name") && ready(workbench);
    });
    script.input("mousemove 600 690 key Escape");
    script.wait_until("it is dismissed",
                      [](Workbench& workbench) { return workbench.log().pending_errors().empty(); });
    // The GPU is asked once more, and answers with the shader from before.
    script.act([](Workbench& workbench) {
        const std::string block = test::setting_of(workbench, "block");
        workbench.scene().set("block", "4");
        workbench.scene().set("block", block);
    });
    script.wait_until("the GPU has answered with the last good one", ready);
    script.act([](Workbench& workbench) { CHECK(workbench.log().pending_errors().empty()); });
    save_picture(script, desk.folder / "scanline-compaction-small-2.png");
    script.act([&](Workbench&) { put(shader, good + "\n"); });
    script.act([](Workbench& workbench) { workbench.scene().set("block", "8"); });
    script.wait_until("the GPU has answered with the mended one", ready);
    script.act([](Workbench& workbench) { CHECK(workbench.log().pending_errors().empty()); });
    ViewRequest request = Desk::request("compaction-small");
    request.settings = {{"algorithm", "bt"}};
    script.run(request);
    // In the middle stands whether the GPU agrees with the CPU.
    CHECK(middle_of(desk.folder / "scanline-compaction-small-1.png").pixels ==
          middle_of(desk.folder / "scanline-compaction-small-2.png").pixels);
}

} // namespace scanline::view::window_shaders_gui_test
