// The program around the scenes: choosing them, keys, the transport, files and errors.
#include "kit/gui_renderer.h"
#include "probe_program.h"
#include "scanline/data/image.h"
#include "scanline/gl/context.h"
#include "scanline/view/view_request.h"
#include "support/temporary_folder.h"
#include "support/text_file.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <catch2/catch_all.hpp>

#include <imgui_internal.h>

#include <cfloat>
#include <fstream>
#include <memory>
#include <optional>
#include <sys/stat.h>

namespace scanline::view::workbench_gl_test {

using Catch::Matchers::ContainsSubstring;
using scanline::test::text_of;
using test::Probe;
using test::ProbeScene;
using test::Program;

TEST_CASE("Scenes are changed by name, by shortcut and by a click, with their actions") {
    Program program;
    CHECK(program.scene() == "first");
    CHECK(program.first.entered == 1);
    CHECK(program.first.drawn > 0);
    CHECK(program.second.drawn == 0);
    program.workbench->select("second");
    program.frame();
    CHECK(program.scene() == "second");
    CHECK(program.second.drawn == 1);
    program.driver.key(GLFW_KEY_1, true);
    CHECK(program.scene() == "first");
    program.driver.click({60, 110});
    CHECK(program.scene() == "second");
    program.driver.key(GLFW_KEY_A);
    CHECK(program.second.acted == 1);
    CHECK(program.first.acted == 0);
    CHECK_THROWS_WITH(program.workbench->select("third"),
                      ContainsSubstring("third") && ContainsSubstring("first, second"));
}

TEST_CASE("The keys of the transport step, jump and play") {
    Program program;
    CHECK_FALSE(program.workbench->actions().run("transport.forward"));
    program.workbench->select("second");
    const Transport& transport = program.second.transport;
    program.driver.key(GLFW_KEY_RIGHT);
    program.driver.key(GLFW_KEY_RIGHT);
    CHECK(transport.position() == 2);
    program.driver.key(GLFW_KEY_LEFT);
    CHECK(transport.position() == 1);
    program.driver.key(GLFW_KEY_END);
    CHECK(transport.position() == 9);
    program.driver.key(GLFW_KEY_HOME);
    CHECK(transport.position() == 0);
    const double speed = transport.speed();
    program.driver.key(GLFW_KEY_EQUAL);
    CHECK(transport.speed() == 2 * speed);
    program.driver.key(GLFW_KEY_EQUAL, false, true);
    program.driver.key(GLFW_KEY_KP_ADD);
    CHECK(transport.speed() == 8 * speed);
    program.driver.key(GLFW_KEY_KP_SUBTRACT);
    program.driver.key(GLFW_KEY_MINUS);
    CHECK(transport.speed() == 2 * speed);
    program.driver.key(GLFW_KEY_SPACE);
    CHECK(transport.playing());
    CHECK(program.workbench->animating());
    CHECK(program.workbench->update(1 / transport.speed()));
    CHECK(transport.position() == 1);
    CHECK_FALSE(program.workbench->update(0));
    program.driver.key(GLFW_KEY_SPACE);
    CHECK_FALSE(program.workbench->animating());
}

TEST_CASE("A scene of a single step has nothing to play") {
    Program program;
    program.workbench->select("second");
    program.second.transport.set_count(1);
    for (const char* id : {"transport.play", "transport.forward", "transport.last", "transport.faster"})
        CHECK_FALSE(program.workbench->actions().run(id));
}

TEST_CASE("Text and controls become larger and smaller step by step, and as large as the display wants") {
    Program program;
    const auto scale_after = [&program](int key) {
        program.driver.key(key, true);
        const double wanted = program.workbench->wanted_scale();
        program.driver.gui.set_scale(wanted > 0 ? static_cast<float>(wanted) : 1.0f);
        return wanted;
    };
    CHECK(scale_after(GLFW_KEY_EQUAL) == 1.25);
    CHECK(scale_after(GLFW_KEY_EQUAL) == 1.5);
    CHECK(scale_after(GLFW_KEY_MINUS) == 1.25);
    CHECK(scale_after(GLFW_KEY_MINUS) == 1);
    CHECK(scale_after(GLFW_KEY_MINUS) == 0.75);
    CHECK(scale_after(GLFW_KEY_MINUS) == 0.75);
    CHECK(scale_after(GLFW_KEY_0) == 0);
    for (int i = 0; i < 10; ++i)
        scale_after(GLFW_KEY_EQUAL);
    CHECK(program.workbench->wanted_scale() == 3);
}

TEST_CASE("A setting of up to 16 KiB is remembered") {
    Program program;
    const auto remembered = [&program] {
        return program.workbench->session().scenes["first"].contains("block");
    };
    program.first.value = std::string(1 << 14, '2');
    CHECK(remembered());
    program.first.value += '2';
    CHECK_FALSE(remembered());
}

TEST_CASE("The bar at the bottom can be clicked and dragged") {
    Program program;
    program.workbench->select("second");
    program.driver.frames(2);
    const Transport& transport = program.second.transport;
    const float y = 800 - 26 - 52 + 26;
    program.driver.click({28 + 3 * 36, y});
    CHECK(transport.position() == 1);
    program.driver.click({28 + 36, y});
    CHECK(transport.position() == 0);
    program.driver.move({320, y});
    CHECK(ImGui::GetMouseCursor() == ImGuiMouseCursor_ResizeEW);
    program.driver.frame();
    REQUIRE(ImGui::FindWindowByName("##Tooltip_00") != nullptr);
    CHECK(ImGui::FindWindowByName("##Tooltip_00")->WasActive);
    program.driver.drag({320, y}, {1000, y});
    CHECK(transport.position() == 9);
    program.driver.drag({700, y}, {100, y});
    CHECK(transport.position() == 0);
}

TEST_CASE("A drag that ends because the window loses the focus leaves the position") {
    Program program;
    program.workbench->select("second");
    program.driver.frames(2);
    const float y = 800 - 26 - 52 + 26;
    program.driver.move({320, y});
    program.driver.press_mouse();
    program.driver.move({600, y});
    const int position = program.second.transport.position();
    REQUIRE(position > 0);
    ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
    program.driver.frame();
    program.driver.release_mouse();
    CHECK(program.second.transport.position() == position);
}

TEST_CASE("Keys that are typed into a field run nothing") {
    Program program;
    program.driver.click({1100, 82});
    REQUIRE(ImGui::GetIO().WantTextInput);
    program.driver.key(GLFW_KEY_A);
    CHECK(program.first.acted == 0);
}

TEST_CASE("A file goes to the scene that opens files; an error is shown until it is dismissed") {
    Program program;
    program.workbench->open("/some/picture.png");
    CHECK(program.scene() == "second");
    CHECK(program.second.opened == std::vector<std::filesystem::path>{"/some/picture.png"});
    program.second.open_error = "cannot read other.png: empty";
    program.workbench->open("other.png");
    CHECK(program.second.opened.size() == 1);
    CHECK(program.workbench->log().pending_errors() ==
          std::vector<std::string>{"cannot read other.png: empty"});
    program.driver.frames(2);
    // Behind the dialog nothing answers.
    program.driver.key(GLFW_KEY_A);
    CHECK(program.second.acted == 0);
    program.driver.key(GLFW_KEY_ESCAPE);
    CHECK(program.workbench->log().pending_errors().empty());
    program.driver.frames(2);
    program.driver.key(GLFW_KEY_A);
    CHECK(program.second.acted == 1);
}

TEST_CASE(
    "A file goes to the scene for files that are called so, else to the current one if it opens files") {
    Program program;
    program.first.endings = {".json"};
    const std::vector<std::filesystem::path> pictures{"a.png", "b.PNG", "c.xyz", "a folder"};
    for (const auto& picture : pictures)
        program.workbench->open(picture);
    CHECK(program.second.opened == pictures);
    const std::vector<std::filesystem::path> results{"a.json", "no ending"};
    for (const auto& result : results)
        program.workbench->open(result);
    CHECK(program.first.opened == results);
    CHECK(program.scene() == "first");
    apply_request(*program.workbench, {.scene = "", .file = "d.png"});
    CHECK(program.scene() == "second");
    // What a scene is named for goes there, whatever it is called.
    apply_request(*program.workbench, {.scene = "first", .file = "e.png"});
    CHECK(program.scene() == "first");
    CHECK(program.first.opened.back() == "e.png");
}

TEST_CASE("A file that a scene cannot show goes to another for such files") {
    Program program;
    program.first.endings = program.second.endings = {".csv"};
    program.first.can_show = false;
    program.workbench->open("a.csv");
    CHECK(program.scene() == "second");
    program.first.can_show = true;
    program.workbench->select("first");
    program.workbench->open("a.csv");
    CHECK(program.scene() == "first");
    program.first.endings = {".json"};
    program.workbench->open("a.CSV.gz"); // a table, compressed
    CHECK(program.scene() == "second");
}

TEST_CASE("What no scene shows, and a pipe, is said, and leaves all as it is") {
    Program program({}, {1280, 800}, true);
    program.workbench->open("a.weird");
    CHECK(program.workbench->log().pending_errors() ==
          std::vector<std::string>{"no scene shows a.weird: they open .png"});
    CHECK(program.workbench->at_home());
    const scanline::test::TemporaryFolder folder;
    const std::filesystem::path pipe = folder / "pipe.png";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    program.workbench->open(pipe);
    CHECK_THAT(program.workbench->log().pending_errors().back(), ContainsSubstring("is a pipe"));
    CHECK(program.workbench->at_home());
    CHECK(program.second.opened.empty());
}

TEST_CASE("Ctrl+S asks where, and writes nothing after Escape") {
    Program program;
    program.frame();
    program.driver.key(GLFW_KEY_S, true);
    program.driver.frames(3);
    CHECK(ImGui::GetTopMostPopupModal() != nullptr);
    program.driver.key(GLFW_KEY_ESCAPE);
    program.driver.frames(2);
    CHECK(ImGui::GetTopMostPopupModal() == nullptr);
    CHECK(program.workbench->log().entries().empty());
}

TEST_CASE("No scene for files at all is an error") {
    Program program;
    program.second.endings.clear();
    program.workbench->open("picture.png");
    CHECK(program.workbench->log().pending_errors() == std::vector<std::string>{"no scene opens files"});
    CHECK(program.scene() == "first");
}

TEST_CASE("What a scene or an action throws is shown, and the program goes on") {
    Program program;
    program.first.update_error = "a disk is full";
    program.frame();
    CHECK(program.workbench->log().pending_errors() == std::vector<std::string>{"a disk is full"});
    program.workbench->log().dismiss_errors();
    program.frame();
    CHECK(program.workbench->log().entries().size() == 1);
}

TEST_CASE("The sheet of shortcuts opens and closes, and the program can be left") {
    Program program;
    program.driver.key(GLFW_KEY_F1);
    program.driver.frames(2);
    CHECK(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
    program.driver.key(GLFW_KEY_ESCAPE);
    program.driver.frames(2);
    CHECK_FALSE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
    program.driver.key(GLFW_KEY_Q, true);
    CHECK(program.quit);
}

TEST_CASE("An error comes before the other dialogs, which are there again when it has been dismissed") {
    const scanline::test::TemporaryFolder folder;
    std::ofstream(folder / "picture.png").put('x');
    Program program;
    const auto fail_and_dismiss = [&program] {
        program.workbench->log().error("a disk is full");
        program.driver.frames(3);
        program.driver.key(GLFW_KEY_ESCAPE);
        CHECK(program.workbench->log().pending_errors().empty());
        program.driver.frames(2);
    };
    const auto has_dialog = [] {
        return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    };
    program.driver.key(GLFW_KEY_F1);
    program.driver.frames(2);
    fail_and_dismiss();
    CHECK(has_dialog());
    program.driver.key(GLFW_KEY_ESCAPE);
    program.driver.frames(2);
    CHECK_FALSE(has_dialog());

    program.workbench->select("second");
    program.driver.key(GLFW_KEY_O, true);
    program.driver.frames(2);
    program.driver.type((folder.path().string() + "/").c_str());
    fail_and_dismiss();
    REQUIRE(ImGui::GetIO().WantTextInput);
    program.driver.type("picture.png");
    program.driver.key(GLFW_KEY_ENTER);
    CHECK(program.second.opened == std::vector<std::filesystem::path>{folder / "picture.png"});
}

TEST_CASE("An error can be dismissed by its button while the sheet of shortcuts is open") {
    Program program;
    program.driver.key(GLFW_KEY_F1);
    program.workbench->log().error("a disk is full");
    program.driver.frames(3);
    const ImGuiWindow* dialog = ImGui::GetTopMostPopupModal();
    REQUIRE(dialog);
    program.driver.click({dialog->Pos.x + dialog->Size.x - 60, dialog->Pos.y + dialog->Size.y - 28});
    CHECK(program.workbench->log().pending_errors().empty());
}

TEST_CASE("A picture of the window has the pixels of its framebuffer, and replaces none") {
    const scanline::test::TemporaryFolder folder;
    gl::Context context = gl::Context::headless({});
    std::optional<Workbench> workbench;
    Probe probe;
    test::GuiDriver driver([&workbench] { workbench->draw(); }, {640, 400});
    GuiRenderer renderer(context.capabilities());
    workbench.emplace(driver.gui, Worker::Options{},
                      Workbench::Options{.masks = {},
                                         .systems = systems::all(),
                                         .renderer = &renderer,
                                         .scenes =
                                             [&probe](Host&) {
                                                 std::vector<std::unique_ptr<Scene>> scenes;
                                                 scenes.push_back(std::make_unique<ProbeScene>("one", probe));
                                                 return scenes;
                                             },
                                         .pictures = folder.path()});
    ImGui::GetIO().DisplayFramebufferScale = {2, 2};
    const auto save = [&](const char* action = "file.picture") {
        CHECK(workbench->actions().run(action));
        renderer.new_frame();
        driver.frame();
        workbench->after_frame(*ImGui::GetDrawData());
    };
    save();
    const data::Image picture = data::read_image(folder / "scanline-one-1.png");
    CHECK(picture.width == 1280);
    CHECK(picture.height == 800);
    CHECK_FALSE(std::filesystem::exists(folder / "scanline-one-2.png"));
    // The toast that tells of the first picture is not in the second.
    workbench->update(0);
    save();
    REQUIRE(std::filesystem::exists(folder / "scanline-one-2.png"));
    CHECK(data::read_image(folder / "scanline-one-2.png").pixels == picture.pixels);
    // The scene alone, twice the same.
    save("file.svg");
    save("file.svg");
    const std::string svg = text_of(folder / "scanline-one-1.svg");
    CHECK_THAT(svg, ContainsSubstring("<title>one</title>"));
    CHECK(text_of(folder / "scanline-one-2.svg") == svg);
    CHECK(workbench->log().pending_errors().empty());
}

} // namespace scanline::view::workbench_gl_test
