#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/image.h"
#include "scanline/view/view_request.h"
#include "shell/panels.h"
#include "shell/step_recorder.h"
#include "shell/workbench.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <fmt/format.h>

// The commands of the program.

namespace scanline::view {

void Workbench::add_actions() {
    add_presenter_actions();
    actions_.add(
        "file.open", "File", "Open file...",
        "Open a picture, points, or results of measurements; files can also be dropped on the window.",
        {GLFW_KEY_O, true}, [this] { show_file_dialog(); });
    // Keeps what the next frame draws.
    const auto save_next = [this](const char* title, std::string_view ending, auto& wanted,
                                  const auto& write) {
        return [=, this, &wanted] {
            save(title, ending, [=, this, &wanted](const std::filesystem::path& path) {
                wanted = [=, this](const auto& picture) {
                    exports_.save(path, [=](const std::filesystem::path& file) { write(file, picture); });
                };
                options_.redraw();
            });
        };
    };
    actions_.add("file.picture", "File", "Save picture of the window...",
                 "Save what the window shows as a PNG.", {GLFW_KEY_S, true},
                 save_next("Save picture", ".png", picture_wanted_,
                           [](const auto& path, const data::Image& image) { data::write_png(path, image); }));
    actions_.add("file.svg", "File", "Save picture of the scene as SVG...",
                 "Save the scene alone as an SVG, whose text can be searched and whose shapes can be edited.",
                 {GLFW_KEY_S, true, true},
                 save_next("Save SVG", ".svg", svg_wanted_,
                           [](const auto& path, const std::string& svg) { data::write_file(path, svg); }));
    actions_.add(
        "file.animation", "File", "Save every step as an animation...",
        "Save the window at every step as one animated PNG, which browsers and slides play.",
        {GLFW_KEY_A, true, true},
        [this] {
            save("Save every step", ".apng", [this](const std::filesystem::path& path) {
                if (std::filesystem::exists(path))
                    throw usage_error(fmt::format("{} is there already: choose another name",
                                                  printable_path(path.filename())));
                save_steps(path);
            });
        },
        {}, [this] { return transport() && transport()->count() > 0 && options_.renderer && !recorder_; });
    actions_.add(
        "file.copy-command", "File", "Copy command", "Copy the command that shows this scene as it is now.",
        {GLFW_KEY_C, true, true}, [this] { copy(view_command); }, {}, [this] { return !home_; });
    actions_.add(
        "file.copy-state", "File", "Copy state",
        "Copy this scene as it is now as a line of text, with its file if that is small.", {GLFW_KEY_L, true},
        [this] { copy(state_line); }, {}, [this] { return !home_; });
    actions_.add("file.quit", "File", "Quit", "Leave; the session is remembered.", {GLFW_KEY_Q, true},
                 [this] {
                     if (options_.quit)
                         options_.quit();
                 });
    add_edit_actions();
    add_step_actions();
    actions_.add(
        "view.home", "View", "Opening page", "Show all scenes with what there is to see in them.",
        {GLFW_KEY_H, true}, [this] { show_home(); }, [this] { return at_home(); });
    for (std::size_t i = 0; i < scenes_.size(); ++i)
        actions_.add(
            fmt::format("show.{}", scenes_[i]->name()), "View", std::string(scenes_[i]->texts().title),
            fmt::format("Show the scene: {}.", scenes_[i]->texts().title),
            i < 9 ? Shortcut{GLFW_KEY_1 + static_cast<int>(i), true} : Shortcut{}, [this, i] { enter(i); },
            [this, i] { return !home_ && current_ == i; });
    actions_.add(
        "view.theme", "View", "Light theme", "Change between the dark and the light theme.", {GLFW_KEY_T},
        [this] { session_.theme = session_.theme == Theme::dark ? Theme::light : Theme::dark; },
        [this] { return session_.theme == Theme::light; });
    actions_.add(
        "view.log", "View", "Log", "Show or hide the log.", {GLFW_KEY_L},
        [this] { session_.log_open = !session_.log_open; }, [this] { return session_.log_open; });
    actions_.add(
        "view.motion", "View", "Motion", "Let marks travel from one step to the next.", {GLFW_KEY_M, true},
        [this] { session_.motion = !session_.motion; }, [this] { return session_.motion; });
    actions_.add("view.larger", "View", "Larger", "Make text and controls larger.", {GLFW_KEY_EQUAL, true},
                 [this] { rescale(true); });
    actions_.add("view.smaller", "View", "Smaller", "Make text and controls smaller.", {GLFW_KEY_MINUS, true},
                 [this] { rescale(false); });
    actions_.add(
        "view.natural", "View", "Size of the display", "Let the display say how large text and controls are.",
        {GLFW_KEY_0, true}, [this] { session_.scale = 0; }, [this] { return session_.scale == 0; });
    const auto add_panel = [this](const char* id, const char* title, const char* description, int key,
                                  SidePanel& panel, bool Columns::*open, std::function<bool()> enabled) {
        actions_.add(
            id, "View", title, description, {key, true},
            [this, &panel, open] {
                const bool is_open = columns().*open;
                panel.mode = PanelMode::automatic;
                toggle(panel, is_open, columns().*open);
            },
            [this, open] { return columns().*open; }, std::move(enabled));
    };
    add_panel("view.list", "List of scenes", "Show or hide the list of scenes.", GLFW_KEY_B, session_.list,
              &Columns::list_open, {});
    add_panel("view.inspector", "Inspector", "Show or hide the inspector.", GLFW_KEY_I, session_.inspector,
              &Columns::inspector_open, [this] { return !home_; });
    actions_.add(
        "view.present", "View", "Presentation",
        "Show the scene alone on the whole screen, in large type; keys still move its steps, Escape leaves "
        "it.",
        {GLFW_KEY_F11},
        [this] {
            presenting_ = !presenting_;
            if (presenting_)
                log_.notify("F1 lists the keys of the presentation, F11 or Escape leaves it.");
        },
        [this] { return presenting_; });
    actions_.add("view.find", "View", "Find...",
                 "Search scenes, commands, and what settings and presets offer in every scene.",
                 {GLFW_KEY_K, true}, [this] { finder_.open(findable()); });
    add_lesson_actions();
    actions_.add("help.shortcuts", "Help", "Shortcuts", "Show this list of shortcuts.", {GLFW_KEY_F1},
                 [this] { sheet_open_ = true; });
}

void Workbench::add_edit_actions() {
    const auto undo_or_redo = [this](const char* what, std::string (Undo::*move)(Scene&)) {
        const std::vector<SettingChoice> offered = scene().choices();
        std::string changed = (undo_.*move)(scene());
        for (const auto& [text, setting] : offered) { // as the inspector calls it
            if (changed == fmt::format("{} = {}", setting.key, setting.value))
                changed = text;
        }
        if (!changed.empty())
            log_.notify(fmt::format("{}: {}", what, changed));
    };
    actions_.add(
        "edit.undo", "Edit", "Undo", "Undo the last change of this scene's settings.", {GLFW_KEY_Z, true},
        [undo_or_redo] { undo_or_redo("Undo", &Undo::undo); }, {},
        [this] { return !home_ && undo_.can_undo(scene()); });
    actions_.add(
        "edit.redo", "Edit", "Redo", "Redo the change that was undone last; so does Ctrl+Y.",
        {GLFW_KEY_Z, true, true}, [undo_or_redo] { undo_or_redo("Redo", &Undo::redo); }, {},
        [this] { return !home_ && undo_.can_redo(scene()); });
    actions_.add("edit.paste-state", "Edit", "Paste state",
                 "Show the state that has been copied as a line of text.", {GLFW_KEY_V, true},
                 [this] { paste_state(); });
}

void Workbench::add_step_actions() {
    const auto add = [this](const char* id, const char* title, const char* description, int key,
                            void (*run)(Transport&)) {
        actions_.add(
            id, "Steps", title, description, {key}, [this, run] { run(*scene().transport()); }, {},
            [this] {
                const Transport* transport = this->transport();
                return transport && transport->count() > 1;
            });
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
    actions_.add(
        "predict", "Steps", "Predict", "Say what a step writes before it is shown.", {GLFW_KEY_Q},
        [this] { host_->prediction.turn(!host_->prediction.on()); },
        [this] { return host_->prediction.on(); }, [this] { return transport() && !recorder_; });
    add("transport.faster", "Faster", "Play twice as fast.", GLFW_KEY_EQUAL,
        [](Transport& transport) { transport.set_speed(transport.speed() * 2); });
    add("transport.slower", "Slower", "Play half as fast.", GLFW_KEY_MINUS,
        [](Transport& transport) { transport.set_speed(transport.speed() / 2); });
    const auto is_pinned = [this] { return !home_ && scene().pinned().has_value(); };
    actions_.add(
        "pin.copy", "Steps", "Copy the pinned element", "Copy what is known of the pinned element.",
        {GLFW_KEY_C, true},
        [this] {
            const std::string text = text_of(*scene().pinned());
            ImGui::SetClipboardText(text.c_str());
            log_.notify("The pinned element has been copied.");
        },
        {}, is_pinned);
    actions_.add(
        "pin.release", "Steps", "Unpin", "Unpin the element; a right click or Escape does so too.", {},
        [this] { scene().unpin(); }, {}, is_pinned);
}

void Workbench::add_presenter_actions() {
    const auto add = [this](const char* id, const char* title, const char* description, int key,
                            std::function<void()> run) {
        actions_.add(id, "", title, description, {key}, std::move(run), {}, [this] { return presenting_; });
    };
    // Stops of a lesson, if one is open. A clicker sends these two.
    const auto add_move = [this](const char* id, const char* title, const char* description, int key,
                                 const char* of_lesson, const char* of_steps) {
        actions_.add(
            id, "", title, description, {key},
            [this, of_lesson, of_steps] { actions_.run(lesson_ ? of_lesson : of_steps); }, {},
            [this] { return presenting_ || lesson_; });
    };
    const auto toggle = [](bool& shown) { return [&shown] { shown = !shown; }; };
    add_move("present.next", "Next", "To the next stop of the lesson, or one step forward.",
             GLFW_KEY_PAGE_DOWN, "lesson.next", "transport.forward");
    add_move("present.back", "Back", "To the stop before, or one step back.", GLFW_KEY_PAGE_UP, "lesson.back",
             "transport.back");
    add("present.code", "Code", "Show or hide the code of the step.", GLFW_KEY_C, toggle(presents_code_));
    add("present.pinned", "Pinned element", "Show or hide what is known of the pinned element.", GLFW_KEY_P,
        toggle(presents_pinned_));
    add("present.notes", "Notes", "Show or hide the notes of the lesson, in a window of their own.",
        GLFW_KEY_O, toggle(presents_notes_));
    add("present.ring", "Ring", "Show or hide a ring around the mouse.", GLFW_KEY_M, toggle(presents_ring_));
}

} // namespace scanline::view
