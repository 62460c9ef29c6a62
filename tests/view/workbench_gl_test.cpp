// The program around the scenes, with scenes made for the tests, ImGui without OpenGL, and a real worker.
#include "gui_driver.h"
#include "kit/property.h"
#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "scanline/data/image_io.h"
#include "scanline/gl/context.h"
#include "scanline/program/systems.h"
#include "scanline/view/gui_renderer.h"
#include "scanline/view/view_request.h"
#include "scanline/view/workbench.h"
#include "support/temporary_folder.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <catch2/catch_all.hpp>

#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <fstream>
#include <memory>
#include <optional>

namespace scanline::view::workbench_gl_test {

using Catch::Matchers::ContainsSubstring;

namespace {

/// What the tests see of a scene.
struct Probe {
    int entered = 0, drawn = 0, inspected = 0, refreshed = 0, acted = 0;
    std::vector<std::filesystem::path> opened;
    std::vector<std::string> told; ///< files and settings, in the order in which they came
    std::string open_error, update_error, value = "2";
    std::vector<std::string_view> endings; ///< of the files that it opens
    bool waits_for_steps = false;
    Transport transport;
};

class ProbeScene final : public Scene {
public:
    ProbeScene(std::string name, Probe& probe) : name_(std::move(name)), probe_(probe) {}

    std::string_view name() const override { return name_; }
    std::string_view title() const override { return name_; }
    std::string_view summary() const override { return "A scene for tests."; }
    std::string_view group() const override { return "Tests"; }
    void enter() override { ++probe_.entered; }
    void refresh() override { ++probe_.refreshed; }
    void update() override {
        if (!probe_.update_error.empty())
            throw Error(std::exchange(probe_.update_error, {}));
    }
    void draw() override {
        ++probe_.drawn;
        room = ImGui::GetContentRegionAvail();
    }
    void draw_inspector() override {
        ++probe_.inspected;
        ImGui::InputText("text", text_, sizeof text_);
    }
    Transport* transport() override {
        return probe_.waits_for_steps || probe_.transport.count() > 0 ? &probe_.transport : nullptr;
    }
    std::span<const std::string_view> file_endings() const override { return probe_.endings; }
    void open(const std::filesystem::path& path) override {
        if (!probe_.open_error.empty())
            throw Error(probe_.open_error);
        probe_.opened.push_back(path);
        probe_.told.push_back(path.string());
    }
    std::vector<Setting> settings() const override { return {{"block", probe_.value}}; }
    void set(std::string_view key, std::string_view value) override {
        if (key != "block")
            throw_unknown_setting(name_, key, settings());
        probe_.value = std::to_string(parse_number<int>(key, value, {2, 4096}));
        probe_.told.push_back(std::string(key) + "=" + std::string(value));
    }
    std::vector<SettingChoice> choices() override {
        return {{"block: 16", {"block", "16"}}, {"block: bad", {"block", "bad"}}};
    }
    void add_actions(Actions& actions) override {
        actions.add({.id = "scene.act",
                     .menu = "Scene",
                     .title = "Act",
                     .description = "Acts.",
                     .shortcut = {GLFW_KEY_A},
                     .run = [this] { ++probe_.acted; }});
    }

    static inline ImVec2 room{};

private:
    std::string name_;
    Probe& probe_;
    char text_[16]{};
};

/// The program with two scenes, of which the second opens files and has steps.
struct Program {
    explicit Program(SessionState session = {}, ImVec2 size = {1280, 800})
        : driver([this] { workbench->draw(); }, size, session.theme) {
        second.endings = {".png"};
        second.transport.set_count(10);
        workbench = std::make_unique<Workbench>(
            driver.gui, Worker::Options{},
            Workbench::Options{
                .masks = {},
                .systems = program::systems(),
                .session = std::move(session),
                .quit = [this] { quit = true; },
                .scenes =
                    [this](Host& given) {
                        const bool again = std::exchange(host, &given) != nullptr;
                        std::vector<std::unique_ptr<Scene>> scenes;
                        scenes.push_back(std::make_unique<ProbeScene>("first", again ? spare : first));
                        scenes.push_back(std::make_unique<ProbeScene>("second", again ? spare : second));
                        return scenes;
                    }});
        driver.frames(2);
    }

    void frame(double seconds = 0.1) {
        workbench->update(seconds);
        driver.frame();
    }
    std::string scene() const { return std::string(workbench->scene().name()); }
    Exports& exports() { return *host->exports; }

    Probe first, second;
    Probe spare; ///< of scenes that are made again, to compare with
    Host* host = nullptr;
    bool quit = false;
    test::GuiDriver driver;
    std::unique_ptr<Workbench> workbench;
};

} // namespace

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
    program.driver.click({1100, 50});
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
    program.driver.type("/some/");
    fail_and_dismiss();
    REQUIRE(ImGui::GetIO().WantTextInput);
    program.driver.type("picture.png");
    program.driver.key(GLFW_KEY_ENTER);
    CHECK(program.second.opened == std::vector<std::filesystem::path>{"/some/picture.png"});
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
                                         .systems = program::systems(),
                                         .renderer = &renderer,
                                         .scenes =
                                             [&probe](Host&) {
                                                 std::vector<std::unique_ptr<Scene>> scenes;
                                                 scenes.push_back(std::make_unique<ProbeScene>("one", probe));
                                                 return scenes;
                                             },
                                         .pictures = folder.path()});
    ImGui::GetIO().DisplayFramebufferScale = {2, 2};
    const auto save = [&] {
        CHECK(workbench->actions().run("file.picture"));
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
    CHECK(workbench->log().pending_errors().empty());
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
    CHECK(ProbeScene::room.y == 1080);
    CHECK(program.workbench->scale(1) == 2);
    program.driver.key(GLFW_KEY_RIGHT);
    CHECK(program.second.transport.position() == 1);
    program.driver.key(GLFW_KEY_ESCAPE);
    program.driver.frames(2);
    CHECK(program.workbench->scale(1) == 1);
    CHECK(ProbeScene::room.x < 1920);
    program.driver.key(GLFW_KEY_F11);
    program.driver.key(GLFW_KEY_F11);
    CHECK(program.workbench->scale(1) == 1);
    program.driver.key(GLFW_KEY_F11);
    // Where type is large already, no scene loses room.
    CHECK(program.workbench->scale(2.5f) == 2.5f);
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

} // namespace scanline::view::workbench_gl_test
