#include "scanline/view/workbench.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::view {

namespace {

constexpr std::array scales{0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0};

} // namespace

void Workbench::add_actions() {
    add_file_actions();
    add_view_actions();
    add_scale_actions();
    add_transport_actions();
    actions_.add({.id = "help.shortcuts",
                  .menu = "Help",
                  .title = "Shortcuts",
                  .description = "Show this list of shortcuts.",
                  .shortcut = {GLFW_KEY_F1},
                  .run = [this] { sheet_open_ = true; }});
}

void Workbench::add_file_actions() {
    actions_.add({.id = "file.open",
                  .menu = "File",
                  .title = "Open file...",
                  .description = "Open a picture, points, or results of measurements; files can also be "
                                 "dropped on the window.",
                  .shortcut = {GLFW_KEY_O, true},
                  .run = [this] {
                      file_dialog_.open("Open file", {},
                                        [this](const std::filesystem::path& path) { open(path); });
                  }});
    actions_.add({.id = "file.picture",
                  .menu = "File",
                  .title = "Save picture of the window",
                  .description = "Save what the window shows as a PNG.",
                  .shortcut = {GLFW_KEY_S, true},
                  .run = [this] { picture_wanted_ = true; }});
    actions_.add({.id = "file.quit",
                  .menu = "File",
                  .title = "Quit",
                  .description = "Leave; the session is remembered.",
                  .shortcut = {GLFW_KEY_Q, true},
                  .run = [this] {
                      if (options_.quit)
                          options_.quit();
                  }});
}

void Workbench::add_view_actions() {
    for (std::size_t i = 0; i < scenes_.size(); ++i)
        actions_.add({.id = fmt::format("show.{}", scenes_[i]->name()),
                      .menu = "View",
                      .title = std::string(scenes_[i]->title()),
                      .description = fmt::format("Show the scene: {}.", scenes_[i]->title()),
                      .shortcut = i < 9 ? Shortcut{GLFW_KEY_1 + static_cast<int>(i), true} : Shortcut{},
                      .run = [this, i] { enter(i); },
                      .checked = [this, i] { return current_ == i; }});
    actions_.add(
        {.id = "view.theme",
         .menu = "View",
         .title = "Light theme",
         .description = "Change between the dark and the light theme.",
         .shortcut = {GLFW_KEY_T},
         .run = [this] { wanted_theme_ = wanted_theme_ == Theme::dark ? Theme::light : Theme::dark; },
         .checked = [this] { return wanted_theme_ == Theme::light; }});
    actions_.add({.id = "view.log",
                  .menu = "View",
                  .title = "Log",
                  .description = "Show or hide the log.",
                  .shortcut = {GLFW_KEY_L},
                  .run = [this] { log_open_ = !log_open_; },
                  .checked = [this] { return log_open_; }});
}

void Workbench::add_scale_actions() {
    const auto rescale = [this](bool larger) {
        const double now = gui_.look().scale;
        const auto next =
            larger ? std::ranges::find_if(scales, [now](double scale) { return scale > now + 0.01; })
                   : std::ranges::find_if(scales.rbegin(), scales.rend(), [now](double scale) {
                         return scale < now - 0.01;
                     }).base();
        if (larger ? next != scales.end() : next != scales.begin())
            wanted_scale_ = larger ? *next : *(next - 1);
    };
    actions_.add({.id = "view.larger",
                  .menu = "View",
                  .title = "Larger",
                  .description = "Make text and controls larger.",
                  .shortcut = {GLFW_KEY_EQUAL, true},
                  .run = [rescale] { rescale(true); }});
    actions_.add({.id = "view.smaller",
                  .menu = "View",
                  .title = "Smaller",
                  .description = "Make text and controls smaller.",
                  .shortcut = {GLFW_KEY_MINUS, true},
                  .run = [rescale] { rescale(false); }});
    actions_.add({.id = "view.natural",
                  .menu = "View",
                  .title = "Size of the display",
                  .description = "Let the display say how large text and controls are.",
                  .shortcut = {GLFW_KEY_0, true},
                  .run = [this] { wanted_scale_ = 0; },
                  .checked = [this] { return wanted_scale_ == 0; }});
}

void Workbench::add_transport_actions() {
    const auto add = [this](const char* id, const char* title, const char* description, int key,
                            void (*run)(Transport&)) {
        actions_.add({.id = id,
                      .menu = "Steps",
                      .title = title,
                      .description = description,
                      .shortcut = {key},
                      .run = [this, run] { run(*scene().transport()); },
                      .enabled = [this] { return has_steps(); }});
    };
    add("transport.play", "Play or pause", "Play the steps, or stop playing.", GLFW_KEY_SPACE,
        [](Transport& transport) { transport.toggle(); });
    add("transport.back", "Step back", "One step back.", GLFW_KEY_LEFT,
        [](Transport& transport) { transport.step(-1); });
    add("transport.forward", "Step forward", "One step forward.", GLFW_KEY_RIGHT,
        [](Transport& transport) { transport.step(1); });
    add("transport.first", "First step", "To the first step.", GLFW_KEY_HOME,
        [](Transport& transport) { transport.first(); });
    add("transport.last", "Last step", "To the last step.", GLFW_KEY_END,
        [](Transport& transport) { transport.last(); });
    add("transport.faster", "Faster", "Play twice as fast.", GLFW_KEY_EQUAL,
        [](Transport& transport) { transport.set_speed(transport.speed() * 2); });
    add("transport.slower", "Slower", "Play half as fast.", GLFW_KEY_MINUS,
        [](Transport& transport) { transport.set_speed(transport.speed() / 2); });
}

} // namespace scanline::view
