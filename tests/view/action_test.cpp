#include "kit/action.h"

#include "scanline/core/error.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <catch2/catch_all.hpp>

namespace scanline::view::action_test {

TEST_CASE("An action runs by its name and by its shortcut, where it is enabled") {
    int runs = 0;
    bool enabled = true;
    Actions actions;
    actions.add({.id = "count",
                 .menu = "Edit",
                 .title = "Count",
                 .description = "Counts.",
                 .shortcut = {GLFW_KEY_C, true},
                 .run = [&runs] { ++runs; },
                 .enabled = [&enabled] { return enabled; }});
    CHECK(actions.run("count"));
    CHECK(actions.press({GLFW_KEY_C, true}));
    CHECK(runs == 2);
    CHECK_FALSE(actions.press({GLFW_KEY_C}));
    CHECK_FALSE(actions.run("other"));
    enabled = false;
    CHECK_FALSE(actions.run("count"));
    CHECK_FALSE(actions.press({GLFW_KEY_C, true}));
    CHECK(runs == 2);
}

TEST_CASE("Names and shortcuts are taken once") {
    Actions actions;
    const auto add = [&actions](const char* id, Shortcut shortcut) {
        actions.add(
            {.id = id, .menu = "", .title = id, .description = "", .shortcut = shortcut, .run = [] {}});
    };
    add("a", {GLFW_KEY_A});
    add("none", {});
    add("none either", {});
    CHECK_THROWS_AS(add("a", {GLFW_KEY_B}), Error);
    CHECK_THROWS_AS(add("b", {GLFW_KEY_A}), Error);
    CHECK_FALSE(actions.press({}));
    CHECK(actions.all().size() == 3);
}

TEST_CASE("An action may take itself out") {
    Actions actions;
    actions.add({.id = "scene.leave", .menu = "", .title = "", .description = "", .run = [&actions] {
                     actions.remove("scene.");
                 }});
    actions.add({.id = "stay", .menu = "", .title = "", .description = "", .run = [] {}});
    CHECK(actions.run("scene.leave"));
    CHECK(actions.find("scene.leave") == nullptr);
    CHECK(actions.find("stay") != nullptr);
}

TEST_CASE("Shortcuts read as on the keys") {
    CHECK(to_string(Shortcut{}).empty());
    CHECK(to_string(Shortcut{GLFW_KEY_SPACE}) == "Space");
    CHECK(to_string(Shortcut{GLFW_KEY_E, true, true}) == "Ctrl+Shift+E");
    CHECK(to_string(Shortcut{GLFW_KEY_F1}) == "F1");
    CHECK(to_string(Shortcut{GLFW_KEY_F12, false, true}) == "Shift+F12");
    CHECK(to_string(Shortcut{GLFW_KEY_EQUAL}) == "+");
    CHECK(to_string(Shortcut{GLFW_KEY_MINUS}) == "-");
}

} // namespace scanline::view::action_test
