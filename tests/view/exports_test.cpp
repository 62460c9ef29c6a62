// Files that are exported, and the notices that tell of them.
#include "kit/exports.h"

#include "data/files.h"
#include "gui_driver.h"
#include "scanline/core/error.h"
#include "shell/toasts.h"
#include "support/environment_variable.h"
#include "support/patience.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <imgui_internal.h>

#include <string_view>

namespace scanline::view::exports_test {

namespace fs = std::filesystem;
using data::test::get;
using data::test::put;
using scanline::test::TemporaryFolder;

namespace {

Exports::Write writes(const char* text) {
    return [text](const fs::path& path) { put(path, text); };
}

/// A place in a button of the only toast, counted from the left.
ImVec2 place_of_button(int index) {
    for (const ImGuiWindow* window : GImGui->Windows) {
        const std::string_view name = window->Name;
        if (window->Active && name.starts_with("toast") && name.find("buttons") != name.npos)
            return {window->Pos.x + 44 + 94 * static_cast<float>(index), window->Pos.y + 10};
    }
    FAIL("there is no toast with buttons");
    return {};
}

constexpr Rect area{100, 40, 900, 700}; ///< of toasts

} // namespace

TEST_CASE("A new file is written at once, and told with its whole path") {
    const TemporaryFolder folder;
    Log log;
    Exports exports(log);
    exports.save(folder / "new.csv", writes("new"));
    CHECK_FALSE(exports.question());
    CHECK(get(folder / "new.csv") == "new");
    const std::vector<Notice> notices = log.take_notices();
    REQUIRE(notices.size() == 1);
    CHECK(notices[0].file == folder / "new.csv");
    CHECK(log.entries().back().text == "Wrote " + (folder / "new.csv").string());
    CHECK(log.take_notices().empty());
}

TEST_CASE("A file that is there is replaced only when that has been confirmed") {
    const TemporaryFolder folder;
    put(folder / "a.csv", "old");
    put(folder / "b.csv", "old");
    Log log;
    Exports exports(log);
    exports.save(folder / "a.csv", writes("new"));
    exports.save(folder / "b.csv", writes("new"));
    exports.update();
    CHECK(get(folder / "a.csv") == "old");
    REQUIRE(exports.question());
    CHECK(*exports.question() == folder / "a.csv");
    exports.answer(false);
    REQUIRE(exports.question());
    CHECK(*exports.question() == folder / "b.csv");
    exports.answer(true);
    CHECK_FALSE(exports.question());
    exports.update();
    CHECK(get(folder / "a.csv") == "old");
    CHECK(get(folder / "b.csv") == "new");
    CHECK(log.take_notices().size() == 1);
    exports.answer(true); // to nothing
}

TEST_CASE("A file that cannot be written is reported by its error alone") {
    Log log;
    Exports exports(log);
    CHECK_THROWS_AS(exports.save("x.csv", [](const fs::path&) { throw Error("the disk is full"); }), Error);
    CHECK(log.take_notices().empty());
    CHECK_FALSE(exports.question());
}

TEST_CASE("A toast fades after some seconds, but stays while the mouse is on its buttons") {
    Toasts toasts;
    test::GuiDriver driver([&] { toasts.draw(driver.gui.look(), area); });
    toasts.add({"Wrote it.", "/a.csv"});
    driver.frames(3);
    CHECK_FALSE(toasts.advance(Toasts::shown_seconds - Toasts::fading_seconds - 0.1));
    CHECK_FALSE(toasts.fading());
    CHECK(toasts.advance(0.2));
    CHECK(toasts.fading());
    driver.move(place_of_button(0));
    driver.frame();
    toasts.advance(0.1);
    CHECK_FALSE(toasts.fading());
    CHECK_FALSE(toasts.advance(1000));
    driver.move({10, 10});
    driver.frame();
    CHECK(toasts.advance(1000));
    CHECK(toasts.empty());
}

TEST_CASE("A toast takes the place of the one before, with its own time") {
    Toasts toasts;
    toasts.add({"Copied."});
    toasts.advance(Toasts::shown_seconds - 1);
    toasts.add({"Copied again."});
    CHECK_FALSE(toasts.advance(2));
    CHECK_FALSE(toasts.empty());
    CHECK(toasts.advance(Toasts::shown_seconds - 2));
    CHECK(toasts.empty());
}

TEST_CASE("What a toast lies over takes the mouse beside its buttons, and a click undoes once") {
    Toasts toasts;
    int below = 0, undone = 0;
    test::GuiDriver driver([&] {
        ImGui::SetNextWindowPos(area.low());
        ImGui::SetNextWindowSize(area.size());
        ImGui::Begin("below", nullptr, ImGuiWindowFlags_NoBringToFrontOnFocus);
        below += ImGui::InvisibleButton("all", {780, 640}) ? 1 : 0;
        ImGui::End();
        toasts.draw(driver.gui.look(), area);
    });
    toasts.add({"Deleted it.", {}, [&] { ++undone; }});
    driver.frames(3);
    const ImVec2 button = place_of_button(0);
    CHECK(area.contains(button.x, button.y));
    driver.click({button.x, button.y - 25}); // the text
    CHECK(below == 1);
    CHECK(undone == 0);
    driver.click(button);
    CHECK(below == 1);
    CHECK(undone == 1);
    CHECK(toasts.advance(0));
    CHECK(toasts.empty());
}

TEST_CASE("A toast shows the folder of its file, if the desktop can, and copies its path") {
    const TemporaryFolder folder;
    const fs::path opener = put(
        folder / "xdg-open", "#!/bin/sh\necho \"$1\" >\"$OPENED.part\" && mv \"$OPENED.part\" \"$OPENED\"\n");
    fs::permissions(opener, fs::perms::owner_all);
    const scanline::test::EnvironmentVariable opened("OPENED", (folder / "opened").string());
    Toasts toasts;
    test::GuiDriver driver([&] { toasts.draw(driver.gui.look(), area); });
    SECTION("with a program that shows folders") {
        const scanline::test::EnvironmentVariable path("PATH", folder.path().string() + ":/usr/bin:/bin");
        toasts.add({"Wrote it.", "/some place/it's.csv"});
        driver.frames(3);
        driver.click(place_of_button(0));
        REQUIRE(scanline::test::eventually([&] { return fs::exists(folder / "opened"); }));
        CHECK(get(folder / "opened") == "/some place\n");
        driver.click(place_of_button(1));
    }
    SECTION("without one") {
        const scanline::test::EnvironmentVariable path("PATH", "/nowhere:");
        CHECK_FALSE(can_open_outside());
        toasts.add({"Wrote it.", "/some place/it's.csv"});
        driver.frames(3);
        driver.click(place_of_button(0));
    }
    CHECK(std::string(ImGui::GetClipboardText()) == "/some place/it's.csv");
}

} // namespace scanline::view::exports_test
