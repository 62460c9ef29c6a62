// Opening files by the dialog: by keys, by the mouse, by name, and again.
#include "data/files.h"
#include "probe_program.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <string_view>

namespace scanline::view::file_dialog_gl_test {

namespace fs = std::filesystem;
using data::test::put;
using scanline::test::TemporaryFolder;
using test::Program;

namespace {

constexpr float row = 24, recent_row = 40;

/// A folder with two pictures, a text and a folder of one picture, shown in the dialog of a scene that opens
/// PNG.
class Dialog {
public:
    explicit Dialog(SessionState session = {}, ImVec2 size = {1280, 800})
        : program(std::move(session), size) {
        fs::create_directory(folder / "inner");
        for (const char* name : {"a.png", "Beta.PNG", "notes.txt", "inner/deep.png"})
            put(folder / name, "");
        program.workbench->select("second");
        program.frame();
        open();
        driver().type((folder.path().string() + "/").c_str());
        key(GLFW_KEY_ENTER);
    }

    test::GuiDriver& driver() { return program.driver; }
    void open() {
        driver().key(GLFW_KEY_O, true);
        driver().frames(4);
    }
    void key(int number) {
        driver().key(number);
        driver().frames(4); // the field has the focus again
    }
    void type(const char* text) {
        driver().type(text);
        driver().frames(2);
    }
    static bool is_open() { return ImGui::GetTopMostPopupModal() != nullptr; }
    /// A column of the dialog, by its name.
    static const ImGuiWindow& column(std::string_view name) {
        for (const ImGuiWindow* window : GImGui->Windows) {
            if (window->WasActive && std::string_view(window->Name).find(name) != std::string_view::npos)
                return *window;
        }
        FAIL("there is no column " << name);
        return *GImGui->CurrentWindow;
    }
    static ImVec2 place(std::string_view column_name, float down) {
        const ImGuiWindow& window = column(column_name);
        return {window.Pos.x + 40, window.Pos.y + window.WindowPadding.y + down};
    }
    void double_click(ImVec2 at) {
        driver().click(at);
        driver().press_mouse();
        driver().release_mouse();
        driver().frames(4);
    }
    const std::vector<fs::path>& opened() const { return program.second.opened; }

    TemporaryFolder folder;
    Program program;
};

} // namespace

TEST_CASE("Arrow keys and Enter open a file of the folder, whose folders come first") {
    Dialog dialog;
    for (int i = 0; i < 3; ++i)
        dialog.key(GLFW_KEY_DOWN); // inner/, a.png, Beta.PNG
    dialog.key(GLFW_KEY_ENTER);
    CHECK_FALSE(Dialog::is_open());
    CHECK(dialog.opened() == std::vector<fs::path>{dialog.folder / "Beta.PNG"});
}

TEST_CASE("Enter opens a folder, Backspace goes up to it again, Escape closes") {
    Dialog dialog;
    dialog.key(GLFW_KEY_DOWN);
    dialog.key(GLFW_KEY_ENTER);
    dialog.type("x");
    dialog.key(GLFW_KEY_BACKSPACE); // the letter, not the folder
    dialog.key(GLFW_KEY_BACKSPACE);
    dialog.key(GLFW_KEY_ENTER); // into the folder that it came from
    dialog.key(GLFW_KEY_DOWN);
    dialog.key(GLFW_KEY_ESCAPE);
    CHECK_FALSE(Dialog::is_open());
    CHECK(dialog.opened().empty());
    // The folder is remembered.
    dialog.open();
    dialog.type("dee");
    dialog.key(GLFW_KEY_ENTER);
    CHECK(dialog.opened() == std::vector<fs::path>{dialog.folder / "inner/deep.png"});
}

TEST_CASE("Typing selects the first name that begins so, in either case, or else has it inside") {
    Dialog dialog;
    dialog.type("bet");
    dialog.key(GLFW_KEY_ENTER);
    CHECK(dialog.opened().back() == dialog.folder / "Beta.PNG");
    dialog.open();
    dialog.type(".pn");
    dialog.key(GLFW_KEY_ENTER);
    CHECK(dialog.opened().back() == dialog.folder / "a.png");
}

TEST_CASE("A path that leads nowhere leaves the dialog as it is") {
    Dialog dialog;
    dialog.type("/no/such.png");
    dialog.key(GLFW_KEY_ENTER);
    CHECK(Dialog::is_open());
    CHECK(dialog.opened().empty());
    CHECK(dialog.program.workbench->log().entries().empty());
}

TEST_CASE("Files that no scene opens are hidden until all are wanted, and open by their whole name") {
    Dialog dialog;
    dialog.type("note");
    dialog.key(GLFW_KEY_ENTER);
    REQUIRE(Dialog::is_open());
    CHECK(dialog.opened().empty());
    SECTION("all files") {
        const ImGuiWindow& popup = *ImGui::GetTopMostPopupModal();
        dialog.driver().click({popup.Pos.x + 30, popup.Pos.y + popup.Size.y - 29});
        dialog.driver().frames(4);
    }
    SECTION("the whole name") {
        dialog.type("s.txt");
    }
    dialog.key(GLFW_KEY_ENTER);
    CHECK_FALSE(Dialog::is_open());
    CHECK(dialog.opened() == std::vector<fs::path>{dialog.folder / "notes.txt"});
}

TEST_CASE("A compressed table is shown as the table that it is") {
    Dialog dialog;
    put(dialog.folder / "table.csv.gz", "");
    dialog.key(GLFW_KEY_ESCAPE);
    dialog.program.second.endings = {".csv"};
    dialog.open();
    dialog.type("tab");
    dialog.key(GLFW_KEY_ENTER);
    CHECK(dialog.opened() == std::vector<fs::path>{dialog.folder / "table.csv.gz"});
}

TEST_CASE("A click selects, a double click opens a folder or a file") {
    Dialog dialog;
    dialog.driver().click(Dialog::place("/files_", 1.5f * row));
    dialog.driver().frames(30); // two clicks are not a double one
    CHECK(Dialog::is_open());
    dialog.driver().click(Dialog::place("/files_", 2.5f * row));
    dialog.driver().frames(30);
    dialog.key(GLFW_KEY_ENTER);
    CHECK(dialog.opened().back() == dialog.folder / "Beta.PNG");
    dialog.open();
    dialog.double_click(Dialog::place("/files_", 0.5f * row));
    REQUIRE(Dialog::is_open());
    dialog.driver().frames(30);
    dialog.double_click(Dialog::place("/files_", 0.5f * row));
    CHECK_FALSE(Dialog::is_open());
    CHECK(dialog.opened().back() == dialog.folder / "inner/deep.png");
}

TEST_CASE("Files opened with success are offered again, newest first, those that are gone are not") {
    SessionState session;
    for (int i = 0; i < 10; ++i)
        session.recent.push_back("/nowhere/" + std::to_string(i));
    Dialog dialog(session);
    const auto open_by_name = [&](const char* name) {
        dialog.type(name);
        dialog.key(GLFW_KEY_ENTER);
        dialog.program.frame();
    };
    open_by_name("a.png");
    dialog.open();
    dialog.program.second.open_error = "it is broken";
    open_by_name("beta");
    dialog.program.second.open_error.clear();
    dialog.program.workbench->log().dismiss_errors();
    dialog.driver().frames(2);
    // Reading it fails later, on the worker.
    dialog.program.workbench->open(dialog.folder / "notes.txt");
    dialog.program.workbench->log().error("it is broken");
    dialog.program.frame();
    dialog.program.workbench->log().dismiss_errors();
    dialog.program.frame();
    dialog.program.workbench->open(dialog.folder / "inner/../inner/deep.png");
    dialog.program.frame();
    const std::vector<fs::path> recent = dialog.program.workbench->session().recent;
    REQUIRE(recent.size() == 10);
    CHECK(recent[0] == dialog.folder / "inner/deep.png");
    CHECK(recent[1] == dialog.folder / "a.png");
    CHECK(recent[2] == "/nowhere/0");
    dialog.open();
    // Below the heading.
    const float second = 15 + 1.5f * recent_row;
    dialog.driver().click(Dialog::place("/recent_", second));
    dialog.driver().frames(30);
    CHECK(Dialog::is_open());
    dialog.double_click(Dialog::place("/recent_", second));
    CHECK_FALSE(Dialog::is_open());
    dialog.program.frame();
    CHECK(dialog.opened().back() == dialog.folder / "a.png");
    CHECK(dialog.program.workbench->session().recent.front() == dialog.folder / "a.png");
}

TEST_CASE(
    "The columns of the dialog lie beside each other and above its field, also where there is little room") {
    const ImVec2 size = GENERATE(ImVec2{1024, 640}, ImVec2{1280, 720});
    const float scale = GENERATE(1.0f, 2.0f);
    INFO(size.x << " x " << size.y << " at scale " << scale);
    SessionState session;
    session.recent = {"/"};
    Dialog dialog(session, size);
    dialog.driver().gui.set_scale(scale);
    dialog.driver().frames(3);
    const ImGuiWindow &recent = Dialog::column("/recent_"), &files = Dialog::column("/files_"),
                      &preview = Dialog::column("/preview_"), &popup = *ImGui::GetTopMostPopupModal();
    CHECK(recent.Pos.x >= popup.Pos.x);
    CHECK(recent.Pos.x + recent.Size.x < files.Pos.x);
    CHECK(files.Pos.x + files.Size.x < preview.Pos.x);
    CHECK(preview.Pos.x + preview.Size.x < popup.Pos.x + popup.Size.x);
    CHECK(files.Size.x > 120 * scale);
    CHECK(files.Size.y > 4 * row * scale);
    CHECK(popup.ContentSize.y + 2 * popup.WindowPadding.y <= popup.Size.y + 0.5f);
    CHECK(popup.Pos.y >= 0);
    CHECK(popup.Pos.y + popup.Size.y <= size.y);
}

TEST_CASE("To save, the dialog takes a name and a folder, and stays until it has both") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "inner");
    put(folder / "a.png", "");
    std::vector<fs::path> saved;
    std::function<void()> draw;
    test::GuiDriver driver([&] { draw(); });
    Log log;
    Actions actions;
    Worker worker{{}};
    const Host host{worker, log, actions, driver.gui.look(), {}, systems::all(), nullptr, [] {}};
    FileDialog files(host);
    files.set_folder(folder.path());
    draw = [&] { files.draw(host.look); };
    const auto enter = [&](const char* text) {
        driver.key(GLFW_KEY_A, true); // in place of what is there
        driver.type(text);
        driver.key(GLFW_KEY_ENTER);
        driver.frames(4);
    };
    files.open({.endings = {".png"},
                .chosen =
                    [&](const fs::path& path) {
                        if (path.filename() == "bad.png")
                            throw usage_error("not this one");
                        saved.push_back(path);
                    },
                .title = "Save",
                .name = "new.png"});
    driver.frames(4);
    SECTION("the name that it begins with") {
        driver.key(GLFW_KEY_ENTER);
        CHECK(saved == std::vector{folder / "new.png"});
    }
    SECTION("another, which gets its ending") {
        enter("other");
        CHECK(saved == std::vector{folder / "other.png"});
    }
    SECTION("in another folder, which is remembered") {
        enter("inner/");
        CHECK(saved.empty());
        driver.key(GLFW_KEY_ENTER);
        CHECK(saved == std::vector{folder / "inner/new.png"});
        CHECK(files.folder() == folder / "inner");
    }
    SECTION("one of a file that is there, by an arrow key") {
        for (int i = 0; i < 2; ++i)
            driver.key(GLFW_KEY_DOWN);
        driver.key(GLFW_KEY_ENTER);
        CHECK(saved == std::vector{folder / "a.png"});
    }
    SECTION("one that is refused, then Escape") {
        enter("bad");
        CHECK(files.is_open());
        driver.key(GLFW_KEY_ESCAPE);
        CHECK(saved.empty());
    }
    CHECK_FALSE(files.is_open());
}

} // namespace scanline::view::file_dialog_gl_test
