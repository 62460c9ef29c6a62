// Menus, the finder, side panels, presentation and the session of the program around the scenes.
#include "kit/focus.h"
#include "probe_program.h"
#include "scanline/view/view_request.h"
#include "support/temporary_folder.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <catch2/catch_all.hpp>

#include <imgui_internal.h>

#include <fstream>
#include <memory>
#include <set>

namespace scanline::view::workbench_panels_gl_test {

using Catch::Matchers::ContainsSubstring;
using test::ProbeScene;
using test::Program;

TEST_CASE("Tab goes through the controls of all panels, and back, and Enter presses one") {
    Program program;
    program.second.has_numbers = true;
    program.workbench->select("second");
    program.driver.frames(2);
    const auto area = [] {
        const std::optional<Rect> at = focused();
        for (const char* const name : {"##MainMenuBar", "scenes", "inspector", "transport"})
            if (const ImGuiWindow* const window = ImGui::FindWindowByName(name);
                at && window && window->Rect().Contains(ImVec2{at->middle_x(), at->middle_y()}))
                return std::string(name);
        return std::string();
    };
    const Transport& transport = program.second.transport;
    CHECK_FALSE(focused());
    std::vector<Rect> way;
    std::set<std::string> areas;
    for (int i = 0; i < 30; ++i) {
        program.driver.key(GLFW_KEY_TAB);
        REQUIRE(focused());
        way.push_back(*focused());
        areas.insert(area());
    }
    for (const char* const name : {"##MainMenuBar", "scenes", "inspector", "transport"})
        CHECK(areas.contains(name));
    program.driver.key(GLFW_KEY_TAB, false, true);
    CHECK(focused()->low().x == way[28].left);
    CHECK(focused()->low().y == way[28].top);

    while (area() == "transport")
        program.driver.key(GLFW_KEY_TAB);
    while (area() != "transport")
        program.driver.key(GLFW_KEY_TAB);
    for (int i = 0; i < 3; ++i) // past first, back and play
        program.driver.key(GLFW_KEY_TAB);
    program.driver.key(GLFW_KEY_ENTER);
    program.driver.frame();
    CHECK(transport.position() == 1);
    program.driver.key(GLFW_KEY_SPACE);
    program.driver.frame();
    CHECK(transport.position() == 2);
    CHECK_FALSE(transport.playing());
    program.driver.key(GLFW_KEY_RIGHT);
    CHECK(transport.position() == 3);
    program.driver.key(GLFW_KEY_ESCAPE);
    CHECK_FALSE(focused());
    program.driver.key(GLFW_KEY_SPACE);
    CHECK(transport.playing());
}

TEST_CASE("Enter opens the list that has the focus, and Down and Enter choose from it") {
    Program program;
    program.workbench->select("second");
    program.driver.frames(2);
    do
        program.driver.key(GLFW_KEY_TAB, false, true);
    while (!ImGui::FindWindowByName("transport")->Rect().Contains(focused()->low()));
    const double speed = program.second.transport.speed();
    program.driver.key(GLFW_KEY_ENTER);
    program.driver.frames(2);
    REQUIRE(GImGui->OpenPopupStack.Size == 1);
    program.driver.key(GLFW_KEY_DOWN);
    program.driver.key(GLFW_KEY_ENTER);
    program.driver.frames(2);
    CHECK(GImGui->OpenPopupStack.Size == 0);
    CHECK(program.second.transport.speed() == Transport::slowest);
    CHECK(speed != Transport::slowest);
    CHECK(focused());
}

TEST_CASE("Escape closes menus and questions, one at a time") {
    const auto open_popups = [] { return GImGui->OpenPopupStack.Size; };
    const scanline::test::TemporaryFolder folder;
    Program program;
    program.driver.click({26, 14});
    program.driver.frames(2);
    REQUIRE(open_popups() == 1);
    program.driver.key(GLFW_KEY_ESCAPE);
    program.driver.frames(2);
    CHECK(open_popups() == 0);

    { std::ofstream(folder / "old.csv") << "old"; }
    const auto save = [&] {
        program.exports().save(folder / "old.csv",
                               [](const std::filesystem::path& path) { std::ofstream(path) << "new"; });
        program.driver.frames(3);
    };
    save();
    REQUIRE(open_popups() == 1);
    program.driver.key(GLFW_KEY_ESCAPE);
    program.driver.frames(2);
    CHECK(open_popups() == 0);
    program.frame();
    CHECK(program.workbench->log().entries().empty());
    save();
    const ImGuiWindow* dialog = ImGui::GetTopMostPopupModal();
    REQUIRE(dialog);
    program.driver.click({dialog->Pos.x + dialog->Size.x - 60, dialog->Pos.y + dialog->Size.y - 28});
    program.frame();
    REQUIRE(program.workbench->log().entries().size() == 1);
    CHECK_THAT(program.workbench->log().entries()[0].text, ContainsSubstring("old.csv"));
    CHECK_FALSE(program.workbench->update(0.1)); // the toast stands still
}

TEST_CASE("Ctrl+K finds scenes, commands and what settings offer") {
    Program program;
    const auto find = [&program](const char* typed) {
        program.driver.key(GLFW_KEY_K, true);
        program.driver.frames(2);
        REQUIRE(ImGui::GetIO().WantTextInput);
        program.driver.type(typed);
        program.driver.key(GLFW_KEY_ENTER);
        program.driver.frames(2);
    };
    find("second");
    CHECK(program.scene() == "second");
    find("step forw");
    CHECK(program.second.transport.position() == 1);
    find("block 16");
    CHECK(program.second.value == "16");
    find("block bad");
    CHECK(program.workbench->log().pending_errors().size() == 1);
    CHECK(program.second.value == "16");
}

TEST_CASE("The command of a scene is copied, with what differs from a new one") {
    Program program;
    const auto copied = [&program] {
        program.driver.key(GLFW_KEY_C, true, true);
        return std::string(ImGui::GetClipboardText());
    };
    CHECK(copied() == "scanline view --scene first");
    program.workbench->select("second");
    program.workbench->scene().set("block", "64");
    program.second.transport.seek(3);
    CHECK(copied() == "scanline view --scene second --set block=64 --pass 3");
}

TEST_CASE("Side panels collapse by key and by button, resize by their edges, and are remembered") {
    auto left = std::make_unique<Program>();
    Program& program = *left;
    CHECK(ProbeScene::room.x == 1280 - 208 - 324);
    program.driver.key(GLFW_KEY_B, true);
    program.driver.frames(2);
    CHECK(ProbeScene::room.x == 1280 - Columns::rail - 324);
    program.driver.key(GLFW_KEY_I, true);
    program.driver.frames(2);
    CHECK(ProbeScene::room.x == 1280 - 2 * Columns::rail);
    const int inspected = program.first.inspected;
    program.driver.frame();
    CHECK(program.first.inspected == inspected);
    const auto session = program.workbench->session();
    CHECK(session.list.mode == PanelMode::closed);
    CHECK(session.inspector.mode == PanelMode::closed);
    // The chevrons on the rails open them.
    program.driver.click({12, 48});
    program.driver.click({1280 - 12, 48});
    CHECK(ProbeScene::room.x == 1280 - 208 - 324);

    program.driver.drag({208, 400}, {260, 400});
    program.driver.drag({1280 - 324, 400}, {1280 - 400, 400});
    program.driver.frames(2);
    CHECK(ProbeScene::room.x == 1280 - 260 - 400);
    const SessionState resized = program.workbench->session();
    left.reset();
    Program again(resized);
    CHECK(ProbeScene::room.x == 1280 - 260 - 400);
    again.driver.move({260, 400});
    for (int click = 0; click < 2; ++click) {
        again.driver.press_mouse();
        again.driver.release_mouse();
    }
    again.driver.frames(2);
    CHECK(ProbeScene::room.x == 1280 - 208 - 400);
    CHECK(again.workbench->session().list.width == 0);
}

TEST_CASE("The inspector has tabs for settings, code and numbers, and keeps the one that was clicked") {
    Program program;
    // A scene without numbers has its settings alone, whatever was clicked in others.
    const ImVec2 step{1018, 48}, numbers{1075, 48};
    program.driver.click(numbers);
    CHECK(program.workbench->session().tab == InspectorTab::settings);
    program.first.has_numbers = true;
    program.driver.click(numbers);
    CHECK(program.workbench->session().tab == InspectorTab::numbers);
    const int inspected = program.first.inspected, counted = program.first.counted;
    program.driver.frames(2);
    CHECK(program.first.inspected == inspected);
    CHECK(program.first.counted == counted + 2);
    program.workbench->select("second");
    const int settings = program.second.inspected;
    program.driver.frames(2);
    CHECK(program.second.inspected == settings + 2);
    program.workbench->select("first");
    program.driver.click(step);
    CHECK(program.workbench->session().tab == InspectorTab::step);
    CHECK(program.first.inspected == inspected);
}

TEST_CASE("A group of scenes closes, but for the current one, and stays closed in the next session") {
    SessionState left;
    {
        Program program;
        program.driver.click({60, 48});
        program.driver.frames(2);
        program.driver.click({60, 110}); // where the second one was
        CHECK(program.scene() == "first");
        left = program.workbench->session();
    }
    CHECK(left.closed_groups == std::set<std::string>{"Tests"});
    Program again(left);
    again.driver.click({60, 48});
    again.driver.frames(2);
    CHECK(again.workbench->session().closed_groups.empty());
    again.driver.click({60, 110});
    CHECK(again.scene() == "second");
}

TEST_CASE("A presentation shows the scene alone in large type; keys move its steps, Escape leaves it") {
    Program program({}, {1920, 1080});
    program.workbench->select("second");
    CHECK(program.workbench->scale(1) == 1);
    program.driver.key(GLFW_KEY_F11);
    program.driver.frames(2);
    CHECK(ProbeScene::room.x == 1920);
    CHECK(ProbeScene::room.y == 1080 - 26); // above the number and the name of the step
    CHECK(program.workbench->scale(1) == 2);
    CHECK(program.workbench->presenting());
    program.driver.key(GLFW_KEY_RIGHT);
    CHECK(program.second.transport.position() == 1);
    program.driver.key(GLFW_KEY_ESCAPE);
    program.driver.frames(2);
    CHECK(program.workbench->scale(1) == 1);
    CHECK_FALSE(program.workbench->presenting());
    CHECK(ProbeScene::room.x < 1920);
    program.driver.key(GLFW_KEY_F11);
    program.driver.key(GLFW_KEY_F11);
    CHECK(program.workbench->scale(1) == 1);
    program.driver.key(GLFW_KEY_F11);
    // Where type is large already, no scene loses room.
    CHECK(program.workbench->scale(2.5f) == 2.5f);
}

TEST_CASE("Keys of a presentation show code and the pinned element beside the scene, and a clicker steps") {
    Program program({}, {1280, 800});
    program.workbench->select("second");
    program.second.listing = {"Code", {{"a = b", ""}}, {0}};
    program.second.pinned = "7";
    const auto press = [&program](int key) {
        program.driver.key(key);
        program.driver.frames(2);
    };
    // Elsewhere they do nothing.
    press(GLFW_KEY_PAGE_DOWN);
    CHECK(program.second.transport.position() == 0);
    press(GLFW_KEY_F11);
    press(GLFW_KEY_PAGE_DOWN);
    press(GLFW_KEY_PAGE_DOWN);
    press(GLFW_KEY_PAGE_UP);
    CHECK(program.second.transport.position() == 1);
    for (const int key : {GLFW_KEY_C, GLFW_KEY_P}) {
        press(key);
        CHECK(ProbeScene::room.x == 1280 - 300);
        press(key);
        CHECK(ProbeScene::room.x == 1280);
    }
    // Nothing to show takes no room.
    press(GLFW_KEY_P);
    program.workbench->scene().unpin();
    press(GLFW_KEY_RIGHT);
    CHECK(ProbeScene::room.x == 1280);
    const auto drawn_in_front = [&program] {
        program.driver.move({600, 300});
        return ImGui::GetForegroundDrawList()->VtxBuffer.Size;
    };
    const int before = drawn_in_front();
    press(GLFW_KEY_M);
    CHECK(drawn_in_front() > before);
    press(GLFW_KEY_M);
    CHECK(drawn_in_front() == before);
}

TEST_CASE("A state that is copied is shown again where it is pasted; another line changes nothing") {
    Program program;
    program.workbench->select("second");
    program.workbench->scene().set("block", "64");
    program.second.transport.seek(7);
    program.frame();
    program.driver.key(GLFW_KEY_L, true);
    const std::string line = ImGui::GetClipboardText();
    CHECK_THAT(line, Catch::Matchers::StartsWith("scanline:second?block=64&step=7#"));
    const auto is_left = [&program] {
        return program.scene() == "first" && program.second.value == "16" && program.second.pinned == "5" &&
               program.second.transport.position() == 2;
    };
    program.workbench->scene().set("block", "16");
    program.workbench->scene().set("pinned", "5");
    program.second.transport.seek(2);
    program.workbench->select("first");
    for (const auto& [text, part] : {std::pair<std::string, std::string>{"text", "begin with scanline:"},
                                     {line + "0", "damaged"},
                                     {"scanline:third#25dc35e8", "third: there are first, second"},
                                     {"scanline:second?block=1#58667b8a", "block"}}) {
        CAPTURE(text);
        ImGui::SetClipboardText(text.c_str());
        program.driver.key(GLFW_KEY_V, true);
        REQUIRE(program.workbench->log().pending_errors().size() == 1);
        CHECK_THAT(program.workbench->log().pending_errors()[0], ContainsSubstring(part));
        program.workbench->log().dismiss_errors();
        program.driver.frames(3);
        CHECK(is_left());
    }
    ImGui::SetClipboardText(line.c_str());
    program.driver.key(GLFW_KEY_V, true);
    program.frame();
    CHECK(program.scene() == "second");
    CHECK(program.second.value == "64");
    CHECK(program.second.pinned.empty());
    CHECK(program.second.transport.position() == 7);
    program.driver.key(GLFW_KEY_Z, true);
    CHECK(program.second.value == "16");
}

TEST_CASE("Theme, scale, log and scenes are part of the session, and are taken up again") {
    SessionState left;
    {
        Program program;
        program.workbench->select("second");
        program.workbench->scene().set("block", "64");
        program.driver.key(GLFW_KEY_T);
        program.driver.key(GLFW_KEY_L);
        program.driver.key(GLFW_KEY_EQUAL, true);
        program.frame();
        CHECK(program.driver.gui.look().theme == Theme::light);
        left = program.workbench->session();
    }
    CHECK(left.theme == Theme::light);
    CHECK(left.log_open);
    CHECK(left.scale == 1.25);
    CHECK(left.scene == "second");
    CHECK(left.scenes.at("second").at("block") == "64");
    Program again(left);
    CHECK(again.scene() == "second");
    CHECK(again.second.value == "64");
    CHECK(again.first.value == "2");
    CHECK(again.workbench->session() == left);
    again.workbench->scene().set("block", "32");
    CHECK(again.workbench->session().scenes.at("second").at("block") == "32");
}

TEST_CASE("A session with settings that cannot be is used as far as it goes") {
    SessionState session;
    session.scene = "no such scene";
    session.scenes = {{"first", {{"block", "many"}, {"unknown", "1"}}}, {"gone", {{"a", "b"}}}};
    Program program(session);
    CHECK(program.scene() == "first");
    CHECK(program.first.value == "2");
    REQUIRE(program.workbench->log().entries().size() == 1);
    CHECK_THAT(program.workbench->log().entries()[0].text, ContainsSubstring("block: 'many'"));
    CHECK(program.workbench->log().pending_errors().empty());
}

TEST_CASE("The middle keeps its room from the smallest window to the largest") {
    for (const ImVec2 size :
         {ImVec2{1024, 640}, {1280, 720}, {1920, 1080}, {3840, 2160}, {64, 64}, {300, 2000}}) {
        INFO(size.x << " x " << size.y);
        Program program({}, size);
        program.driver.frames(2);
        if (size.x >= 1024)
            CHECK(ProbeScene::room.x >= size.x - 208 - 324);
        CHECK(program.first.drawn >= 4);
    }
}

TEST_CASE("A request names scene, settings, file and step, and what is wrong with them") {
    Program program;
    Workbench& workbench = *program.workbench;
    apply_request(workbench, {.scene = "second", .file = "picture.png", .settings = {{"block", "8"}}});
    CHECK(program.scene() == "second");
    CHECK(program.second.value == "8");
    CHECK(program.second.told == std::vector<std::string>{"picture.png", "block=8"});
    seek_pass(workbench, 4);
    CHECK(program.second.transport.position() == 4);
    CHECK_THROWS_WITH(seek_pass(workbench, 10),
                      ContainsSubstring("--pass 10") && ContainsSubstring("0 to 9"));
    CHECK_THROWS_WITH(apply_request(workbench, {.scene = "", .settings = {{"blok", "8"}}}),
                      ContainsSubstring("blok") && ContainsSubstring("block"));
    CHECK_THROWS_WITH(apply_request(workbench, {.scene = "first", .file = "picture.png"}),
                      ContainsSubstring("opens no files"));
    CHECK_THROWS_WITH(seek_pass(workbench, 0), ContainsSubstring("has no steps"));
    program.first.waits_for_steps = true;
    CHECK_THROWS_WITH(seek_pass(workbench, 0), ContainsSubstring("has no steps"));
}

} // namespace scanline::view::workbench_panels_gl_test
