// Undo and redo of edits, and the presets of every scene in the finder.
#include "probe_program.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::undo_gl_test {

using Catch::Matchers::ContainsSubstring;
using test::Program;

namespace {

void change(Program& program, const char* value) {
    program.workbench->scene().set("block", value);
    program.frame();
}

} // namespace

TEST_CASE("Edits are undone and redone one by one, and named") {
    Program program;
    program.frame();
    CHECK_FALSE(program.workbench->actions().run("edit.undo"));
    change(program, "4");
    change(program, "8");
    program.driver.key(GLFW_KEY_Z, true);
    CHECK(program.first.value == "4");
    CHECK(program.workbench->log().entries().back().text == "Undo: block = 4");
    program.driver.key(GLFW_KEY_Z, true);
    CHECK(program.first.value == "2");
    CHECK_FALSE(program.workbench->actions().run("edit.undo"));
    program.driver.key(GLFW_KEY_Z, true, true);
    CHECK(program.first.value == "4");
    program.driver.key(GLFW_KEY_Y, true);
    CHECK(program.first.value == "8");
    CHECK(program.workbench->log().entries().back().text == "Redo: block = 8");
    CHECK_FALSE(program.workbench->actions().run("edit.redo"));
}

TEST_CASE("What is undone is called as the inspector calls it") {
    Program program;
    program.frame();
    change(program, "16");
    change(program, "4");
    program.driver.key(GLFW_KEY_Z, true);
    CHECK(program.workbench->log().entries().back().text == "Undo: block: 16");
}

TEST_CASE("An edit ends what could be redone, and each scene has its own") {
    Program program;
    program.frame();
    change(program, "4");
    program.driver.key(GLFW_KEY_Z, true);
    change(program, "16");
    CHECK_FALSE(program.workbench->actions().run("edit.redo"));
    program.workbench->select("second");
    program.frame();
    CHECK_FALSE(program.workbench->actions().run("edit.undo"));
    change(program, "32");
    program.driver.key(GLFW_KEY_Z, true);
    CHECK(program.second.value == "2");
    CHECK(program.first.value == "16");
}

TEST_CASE("What changes while the mouse is held is one edit") {
    Program program;
    program.frame();
    program.driver.move({600, 300});
    program.driver.press_mouse();
    for (const char* value : {"4", "8", "16"})
        change(program, value);
    program.driver.release_mouse();
    program.frame();
    program.driver.key(GLFW_KEY_Z, true);
    CHECK(program.first.value == "2");
}

TEST_CASE("How a scene is looked at is no edit") {
    Program program;
    program.frame();
    program.workbench->scene().set("pinned", "7");
    program.frame();
    CHECK_FALSE(program.workbench->actions().run("edit.undo"));
    change(program, "4");
    program.workbench->scene().set("pinned", "9");
    program.driver.key(GLFW_KEY_Z, true);
    CHECK(program.first.value == "2");
    CHECK(program.first.pinned == "9");
}

TEST_CASE("The oldest edits go") {
    test::Probe probe;
    test::ProbeScene scene("scene", probe);
    Undo undo;
    undo.record(scene);
    const auto most = static_cast<int>(Undo::most);
    for (int i = 0; i < most + 10; ++i) {
        scene.set("block", std::to_string(100 + i));
        undo.record(scene);
    }
    int undone = 0;
    while (!undo.undo(scene).empty())
        ++undone;
    CHECK(undone == most);
    CHECK(probe.value == "109");
    CHECK_FALSE(undo.can_undo(scene));
}

TEST_CASE("A pinned element is shown, copied, and let go by Escape") {
    Program program;
    program.workbench->scene().set("pinned", "7");
    program.driver.frames(2);
    program.driver.key(GLFW_KEY_C, true);
    CHECK(std::string(ImGui::GetClipboardText()) == "Element 7\nblock: 2");
    program.driver.key(GLFW_KEY_ESCAPE);
    CHECK(program.first.pinned.empty());
    CHECK_FALSE(program.workbench->actions().run("pin.copy"));
}

TEST_CASE("The finder offers what the settings of other scenes offer, and goes there") {
    Program program;
    program.driver.key(GLFW_KEY_K, true);
    program.driver.frames(2);
    program.driver.type("second block 16");
    program.driver.key(GLFW_KEY_ENTER);
    program.frame();
    CHECK(program.scene() == "second");
    CHECK(program.second.value == "16");
    CHECK(program.first.value == "2");
    program.driver.key(GLFW_KEY_Z, true);
    CHECK(program.second.value == "2");
}

} // namespace scanline::view::undo_gl_test
