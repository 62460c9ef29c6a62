// The window with its real scenes: keys and clicks come through the display, as from a person.
#include "scanline/core/error.h"
#include "scanline/data/image.h"
#include "scanline/view/view_request.h"
#include "shell/workbench.h"
#include "view_script.h"
#include "window_desk.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <catch2/catch_all.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace scanline::view::window_gui_test {

namespace fs = std::filesystem;
using test::Desk;
using test::setting_of;

TEST_CASE("Keys through the display step, play and jump, and leave") {
    const Desk desk;
    test::ViewScript script;
    const auto position = [](Workbench& workbench) { return workbench.scene().transport()->position(); };
    script.wait_until("there are steps",
                      [](Workbench& workbench) { return workbench.scene().transport()->count() > 3; });
    script.input("mousemove 640 300");
    script.input("key Right Right");
    script.wait_until("two steps forward", [&](Workbench& workbench) { return position(workbench) == 2; });
    script.input("key Left");
    script.wait_until("one step back", [&](Workbench& workbench) { return position(workbench) == 1; });
    script.input("key End");
    script.wait_until("at the end", [&](Workbench& workbench) {
        return position(workbench) == workbench.scene().transport()->count() - 1;
    });
    script.input("key Home space");
    script.wait_until("it plays", [&](Workbench& workbench) { return position(workbench) >= 2; });
    script.input("key space");
    script.wait_until("it stands",
                      [](Workbench& workbench) { return !workbench.scene().transport()->playing(); });
    script.input("key ctrl+q");
    script.run(Desk::request("compaction-small"));
    CHECK(load_session(*session_path()).state.scene == "compaction-small");
}

TEST_CASE("A drag along the bar at the bottom scrubs") {
    const Desk desk;
    test::ViewScript script;
    script.wait_until("there are steps",
                      [](Workbench& workbench) { return workbench.scene().transport()->count() > 3; });
    script.input("mousemove 320 668 mousedown 1");
    script.input("mousemove 500 668");
    script.input("mousemove 1000 668 mouseup 1");
    script.wait_until("at the end", [](Workbench& workbench) {
        const Transport& transport = *workbench.scene().transport();
        return transport.position() == transport.count() - 1;
    });
    script.run(Desk::request("compaction-small"));
}

TEST_CASE("A dropped picture is opened; what is none is an error that Escape dismisses") {
    const Desk desk;
    data::write_png(desk.folder / "picture.png", data::Image(40, 30, 1, 200));
    { std::ofstream(desk.folder / "empty.png"); }
    { std::ofstream(desk.folder / "broken.png") << "\x89PNG\r\n\x1a\n and nothing more"; }
    data::write_png(desk.folder / "wide.png", data::Image(30000, 2, 1, 200));
    test::ViewScript script;
    const auto image = [](Workbench& workbench) { return setting_of(workbench, "image"); };
    script.wait_until("the hand is shown", [&](Workbench& workbench) {
        return image(workbench) == "hand" && !workbench.scene().busy();
    });
    script.drop(desk.folder / "picture.png");
    script.wait_until("the picture is opened", [&](Workbench& workbench) {
        return image(workbench) == (desk.folder / "picture.png").string() && !workbench.scene().busy();
    });
    for (const char* name : {"empty.png", "broken.png", "wide.png", "missing.png", ""}) {
        script.drop(desk.folder / name);
        script.wait_until("there is an error", [&](Workbench& workbench) {
            return workbench.log().pending_errors().size() == 1 &&
                   image(workbench) == (desk.folder / "picture.png").string();
        });
        script.input("mousemove 640 300 key Escape");
        script.wait_until("it is dismissed",
                          [](Workbench& workbench) { return workbench.log().pending_errors().empty(); });
    }
    script.run(Desk::request("compaction-image"));
}

TEST_CASE("A picture is opened by its path, by shortcut and by menu, and its steps are saved") {
    const Desk desk;
    data::write_png(desk.folder / "first.png", data::Image(40, 30, 1, 200));
    data::write_png(desk.folder / "second.png", data::Image(30, 40, 1, 200));
    test::ViewScript script;
    const auto wait_for_dialog = [&script] {
        script.wait_until("the dialog is open", [](Workbench&) { return ImGui::GetIO().WantTextInput; });
    };
    const auto wait_for_image = [&](const std::string& name) {
        script.wait_until(name + " is opened", [&desk, name](Workbench& workbench) {
            return setting_of(workbench, "image") == (desk.folder / name).string() &&
                   !workbench.scene().busy();
        });
    };
    script.wait_until("it is ready", [](Workbench& workbench) { return !workbench.scene().busy(); });
    script.input("mousemove 640 300 key ctrl+o");
    wait_for_dialog();
    script.input("type '" + (desk.folder / "first.png").string() + "'");
    script.input("key Return");
    wait_for_image("first.png");

    script.input("mousemove 26 14 click 1");
    script.input("mousemove 60 42 click 1");
    wait_for_dialog();
    // The dialog stands in the folder where the program was started.
    script.input("type second.png");
    script.input("key Return");
    wait_for_image("second.png");
    script.input("key ctrl+shift+a");
    wait_for_dialog(); // with a name that is free
    script.input("key Return");
    script.wait_until("every step is saved", [&desk](Workbench& workbench) {
        return !workbench.recorder() && fs::exists(desk.folder / "scanline-compaction-image-1.apng");
    });
    script.run(Desk::request("compaction-image"));
    CHECK(load_session(*session_path()).state.recent ==
          std::vector{desk.folder / "second.png", desk.folder / "first.png"});
}

TEST_CASE("The mouse drags the block size from one end of its slider to the other") {
    const Desk desk;
    test::ViewScript script;
    const auto wait_for_block = [&script](const std::string& block) {
        script.wait_until("the block is " + block, [block](Workbench& workbench) {
            return setting_of(workbench, "block") == block && !workbench.scene().busy();
        });
    };
    wait_for_block("16");
    script.input("mousemove 1180 154 mousedown 1");
    script.input("mousemove 1140 154");
    script.input("mousemove 1091 154 mouseup 1");
    wait_for_block("2");
    script.input("mousemove 1100 154 mousedown 1");
    script.input("mousemove 1200 154 mouseup 1");
    wait_for_block("16");
    ViewRequest request = Desk::request("compaction-small");
    request.settings = {{"preset", "jumping-jack"}};
    script.run(request);
}

TEST_CASE("The window is resized, its theme and log changed, and all of it is remembered") {
    const Desk desk;
    test::ViewScript script;
    script.input("mousemove 640 300");
    script.input("key t");
    script.input("key l");
    script.act([](Workbench&) { glfwSetWindowSize(glfwGetCurrentContext(), 1100, 700); });
    script.wait_until("it has the size", [](Workbench&) { return ImGui::GetIO().DisplaySize.x == 1100; });
    script.input("key ctrl+s");
    script.wait_until("the dialog is open", [](Workbench&) { return ImGui::GetIO().WantTextInput; });
    script.input("key Return");
    script.wait_until("there is a picture",
                      [&](Workbench&) { return fs::exists(desk.folder / "scanline-prefix-sum-1.png"); });
    script.input("key F1");
    script.input("key Escape");
    script.input("key ctrl+q");
    script.run(Desk::request("prefix-sum"));
    const SessionState session = load_session(*session_path()).state;
    CHECK(session.theme == Theme::light);
    CHECK(session.log_open);
    CHECK(session.width == 1100);
    CHECK(session.height == 700);
    const data::Image picture = data::read_image(desk.folder / "scanline-prefix-sum-1.png");
    CHECK(picture.width == 1100);
    CHECK(picture.height == 700);
}

TEST_CASE("A window begins with the opening page where nothing else is asked for, and its text grows") {
    const Desk desk;
    data::write_png(desk.folder / "picture.png", data::Image(40, 30, 1, 200));
    ViewRequest request = Desk::request("");
    const bool with_file = GENERATE(false, true);
    if (with_file)
        request.file = desk.folder / "picture.png";
    test::ViewScript script;
    float before = 0;
    const auto height = [] { return ImGui::GetIO().Fonts->Fonts.front()->FontSize; };
    script.act([&](Workbench& workbench) {
        CHECK(workbench.at_home() != with_file);
        before = height();
    });
    script.input("mousemove 640 300 key ctrl+equal");
    script.wait_until("it is larger", [&](Workbench&) { return height() > before; });
    script.run(request);
}

TEST_CASE("A presentation fills the screen, and the window comes back with the size that it had") {
    const Desk desk;
    test::ViewScript script;
    const auto wait_for_screen = [&script](bool full) {
        script.wait_until(full ? "it fills the screen" : "it is a window", [full](Workbench&) {
            GLFWmonitor* const screen = glfwGetWindowMonitor(glfwGetCurrentContext());
            const int width = screen ? glfwGetVideoMode(screen)->width : 1280;
            return (screen != nullptr) == full && ImGui::GetIO().DisplaySize.x == static_cast<float>(width);
        });
    };
    script.input("mousemove 640 300");
    script.input("key F11");
    wait_for_screen(true);
    script.input("key Escape");
    wait_for_screen(false);
    script.input("key F11");
    wait_for_screen(true);
    script.input("key ctrl+q");
    script.run(Desk::request("prefix-sum"));
    const SessionState session = load_session(*session_path()).state;
    CHECK(session.width == 1280);
    CHECK(session.height == 720);
}

TEST_CASE("Settings of the command line are not mixed with those that the scene was left with") {
    const Desk desk;
    SessionState left;
    left.scenes["compaction-small"]["block"] = "16";
    save_session(*session_path(), left);
    ViewRequest request = Desk::request("compaction-small");
    const bool with_settings = GENERATE(false, true);
    if (with_settings)
        request.settings = {{"size", "24"}};
    test::ViewScript script;
    script.act([with_settings](Workbench& workbench) {
        CHECK(setting_of(workbench, "block") == (with_settings ? "8" : "16"));
    });
    script.input("key ctrl+q");
    script.run(request);
}

} // namespace scanline::view::window_gui_test
