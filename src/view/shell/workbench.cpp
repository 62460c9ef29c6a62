#include "shell/workbench.h"

#include "kit/focus.h"
#include "kit/gui_renderer.h"
#include "kit/measured.h"
#include "kit/text.h"
#include "kit/widgets.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/image.h"
#include "scanline/data/table.h"
#include "scanline/view/view_request.h"
#include "shell/home.h"
#include "shell/panels.h"
#include "shell/step_recorder.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h> // closing menus

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <system_error>

namespace scanline::view {

namespace {

constexpr double shader_check_seconds = 0.5;
constexpr std::size_t longest_kept = 1 << 14; ///< setting, in bytes: the session's file has a limit
constexpr const char* step_key = "step";      ///< beside the settings of a scene

// "+" is a shifted key on many keyboards, and both signs are on the keypad too.
bool is_pressed(const Shortcut& shortcut) {
    const ImGuiIO& io = ImGui::GetIO();
    // Redo has a second key.
    if (shortcut == Shortcut{GLFW_KEY_Z, true, true} && is_pressed({GLFW_KEY_Y, true}))
        return true;
    const bool plus = shortcut.key == GLFW_KEY_EQUAL, minus = shortcut.key == GLFW_KEY_MINUS;
    if (shortcut.key == 0 || shortcut.control != io.KeyCtrl || io.KeyAlt ||
        (shortcut.shift != io.KeyShift && !plus))
        return false;
    const auto pressed = [](int key) { return ImGui::IsKeyPressed(ImGuiKey{key}); };
    return pressed(shortcut.key) || (plus && pressed(GLFW_KEY_KP_ADD)) ||
           (minus && pressed(GLFW_KEY_KP_SUBTRACT));
}

void require_no_pipe(const std::filesystem::path& path) {
    std::error_code unknown;
    if (std::filesystem::is_fifo(path, unknown))
        throw usage_error(
            fmt::format("{} is a pipe, which may never end: write what comes from it to a file, "
                        "and open that",
                        printable_path(path)));
}

/// Closes the innermost menu or list of choices. Dialogs close themselves, because they have something to
/// undo.
void close_menu() {
    const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
    if (open.Size > 0 && open.back().Window && !(open.back().Window->Flags & ImGuiWindowFlags_Modal))
        ImGui::ClosePopupToLevel(open.Size - 1, true);
}

} // namespace

Workbench::Workbench(Gui& gui, Worker::Options worker, Options options)
    : gui_(gui), options_(std::move(options)), has_last_(!options_.session.scene.empty()),
      session_(options_.session) {
    session_.theme = gui_.look().theme;
    worker.on_error = [this](const std::string& error) { log_.error(error); };
    worker.on_note = [this](const std::string& note) { log_.info(note); };
    worker_ = std::make_unique<Worker>(std::move(worker));
    options_.redraw = options_.redraw ? options_.redraw : [] {};
    host_.reset(new Host{*worker_, log_, actions_, gui_.look(), options_.masks, options_.systems,
                         options_.renderer, options_.redraw, &exports_, options_.sweeps});
    host_->go = [this](const std::string& name, const std::vector<Setting>& settings) {
        going_ = [this, name, settings] {
            select(name);
            undo_.record(scene());
            for (const auto& [key, value] : settings) {
                try {
                    scene().set(key, value);
                } catch (const Error& error) {
                    log_.notify(fmt::format("{} stays: {}", capitalized(key), error.what()));
                }
            }
        };
        options_.redraw();
    };
    file_dialog_.emplace(*host_);
    file_dialog_->set_folder(session_.folder);
    scenes_ = options_.scenes(*host_);
    actions_.set_error_handler([this](const Error& error) { log_.error(error.what()); });
    add_actions();
    restore();
    options_.home ? show_home() : enter(current_);
}

Workbench::~Workbench() {
    // The scenes' jobs refer to them: no job may outlive its scene or deliver to it.
    recorder_.reset();
    checking_.reset();
    home_.reset();
    scenes_.clear();
}

void Workbench::restore() {
    for (const std::unique_ptr<Scene>& scene : scenes_) {
        const auto kept = session_.scenes.find(std::string(scene->name()));
        if (kept == session_.scenes.end())
            continue;
        if (const auto step = kept->second.find(step_key); step != kept->second.end())
            std::from_chars(step->second.data(), step->second.data() + step->second.size(),
                            steps_[kept->first]);
        // All of them, in the scene's own order: some enable or change others.
        for (const Setting& setting : scene->settings()) {
            const auto value = kept->second.find(setting.key);
            if (value == kept->second.end())
                continue;
            try {
                scene->set(setting.key, value->second);
            } catch (const Error& error) {
                log_.warning(fmt::format("Not as it was left, {}: {}", scene->texts().title, error.what()));
            }
        }
    }
    const auto last = std::ranges::find(scenes_, session_.scene, name_of);
    if (last != scenes_.end())
        current_ = static_cast<std::size_t>(last - scenes_.begin());
}

SessionState Workbench::session() const {
    SessionState session = session_;
    session.scene = scenes_[current_]->name();
    session.folder = file_dialog_->folder();
    for (const std::unique_ptr<Scene>& scene : scenes_) {
        for (const Setting& setting : scene->settings()) {
            if (setting.value.size() <= longest_kept)
                session.scenes[std::string(scene->name())][setting.key] = setting.value;
        }
        session.scenes[std::string(scene->name())][step_key] = std::to_string(step_of(*scene));
    }
    return session;
}

int Workbench::step_of(Scene& scene) const {
    const auto kept = steps_.find(scene.name());
    return kept != steps_.end() ? kept->second : scene.transport() ? scene.transport()->position() : 0;
}

void Workbench::restore_step() {
    const auto kept = steps_.find(scene().name());
    if (kept == steps_.end() || scene().busy() || !transport() || transport()->count() < 2)
        return;
    if (std::ranges::count(scene().settings(), "pass", &Setting::key) == 0) // else the scene restores it
        transport()->seek(kept->second);
    steps_.erase(kept);
}

void Workbench::select(std::string_view name) {
    if (name == home_name)
        return show_home();
    const auto found = std::ranges::find(scenes_, name, name_of);
    if (found == scenes_.end())
        throw usage_error(
            fmt::format("there is no scene {}: there are {}", printable(name), names_of(scenes_)));
    enter(static_cast<std::size_t>(found - scenes_.begin()));
}

void Workbench::enter(std::size_t place) {
    actions_.remove("scene.");
    current_ = place;
    has_last_ = true;
    if (home_)
        left_home_ = std::move(home_);
    scene().add_actions(actions_);
    if (!measurement_of(scene().name(), scene().settings()).empty())
        actions_.add(
            "scene.measure", "Scene", "Measure this algorithm",
            "Fill in Measurements for what is shown here: the experiment, the algorithm and the sizes.", {},
            [this] { host_->go("sweep", measurement_of(scene().name(), scene().settings())); });
    scene().enter();
}

void Workbench::show_home() {
    if (home_)
        return;
    actions_.remove("scene.");
    home_ = std::make_unique<Home>(*host_, options_.scenes(*host_));
    options_.redraw();
}

bool Workbench::busy() {
    return (lesson_ && lesson_->due) || !to_check_.empty() || (home_ ? home_->busy() : scene().busy());
}

Scene& Workbench::select_for(const std::filesystem::path& path) {
    require_no_pipe(path);
    const auto select_one = [this](const auto& is_wanted) {
        if (is_wanted(scenes_[current_])) {
            if (home_)
                enter(current_);
            return true;
        }
        const auto wanted = std::ranges::find_if(scenes_, is_wanted);
        if (wanted != scenes_.end())
            enter(static_cast<std::size_t>(wanted - scenes_.begin()));
        return wanted != scenes_.end();
    };
    const std::string ending = data::table_ending_of(path);
    const auto is_for_it = [&](const auto& scene) {
        return std::ranges::count(scene->file_endings(), ending) > 0 && scene->can_show(path);
    };
    // Of a file without an ending the reader says what it is; so it does where somebody wants it.
    const auto may_read = [&](const auto& scene) {
        return !scene->file_endings().empty() && (ending.empty() || (!home_ && scene == scenes_[current_]));
    };
    if (select_one(is_for_it) || select_one(may_read))
        return scene();
    std::set<std::string_view> all;
    for (const auto& scene : scenes_)
        std::ranges::copy(scene->file_endings(), std::inserter(all, all.end()));
    throw usage_error(all.empty() ? "no scene opens files"
                                  : fmt::format("no scene shows {}: they open {}", printable_path(path),
                                                fmt::join(all, ", ")));
}

void Workbench::open(const std::filesystem::path& path) {
    try {
        if (data::ending_of(path) == lesson_ending)
            return open_lesson(path);
        select_for(path);
        open_here(path);
    } catch (const std::exception& error) { // called from C, which exceptions must not cross
        log_.error(error.what());
    }
}

void Workbench::open_here(const std::filesystem::path& path) {
    require_no_pipe(path);
    scene().open(path);
    opening_ = std::filesystem::absolute(path).lexically_normal();
    opener_ = &scene();
}

void Workbench::remember_opened() {
    const bool failed = !log_.pending_errors().empty();
    if (opening_.empty() || (opener_->busy() && !failed))
        return;
    const std::filesystem::path opened = std::exchange(opening_, {});
    if (failed)
        return;
    std::vector<std::filesystem::path>& recent = session_.recent;
    std::erase(recent, opened);
    recent.insert(recent.begin(), opened);
    recent.resize(std::min(recent.size(), max_recent_files));
}

void Workbench::show_file_dialog() {
    FileDialog::Request request{.recent = session_.recent,
                                .chosen = [this](const std::filesystem::path& path) { open(path); }};
    const auto add = [&request](const Scene& scene) {
        std::ranges::copy(scene.file_endings(), std::back_inserter(request.endings));
    };
    if (!home_)
        add(scene());
    // One that opens no files leads to those that do.
    if (request.endings.empty())
        std::ranges::for_each(scenes_, [&add](const auto& scene) { add(*scene); });
    request.endings.push_back(lesson_ending);
    file_dialog_->open(std::move(request));
}

bool Workbench::update(double seconds) {
    if (session_.theme != gui_.look().theme)
        gui_.set_theme(session_.theme);
    const std::optional<Notes> before = notes();
    presented_ = presenting_ ? presented_ + seconds : 0;
    shader_check_ += seconds;
    if (shader_check_ >= shader_check_seconds) {
        shader_check_ = 0;
        if (worker_->reload_changed_shaders()) {
            shader_text_.forget();
            scene().refresh();
        }
    }
    bool changed = worker_->deliver() || notes() != before;
    left_home_.reset();
    changed = toasts_.advance(seconds) || changed;
    if (Transport* transport = this->transport())
        changed = transport->advance(seconds) || changed;
    if (const auto go = std::exchange(going_, {}))
        go();
    try {
        update_lesson();
        if (home_) {
            changed = home_->update(seconds) || changed;
        } else {
            scene().update();
            restore_step();
        }
        exports_.update();
        if (recorder_) {
            record_steps();
            changed = true;
        }
    } catch (const Error& error) {
        log_.error(error.what());
    }
    remember_opened();
    // A drag, or typing into a field, is one edit.
    if (!home_ && !ImGui::IsAnyItemActive() && !ImGui::IsAnyMouseDown())
        undo_.record(scene());
    for (Notice& notice : log_.take_notices()) {
        toasts_.add(std::move(notice));
        changed = true;
    }
    return changed;
}

bool Workbench::animating() {
    const Transport* now = transport();
    return recorder_ || toasts_.fading() || (home_ ? home_->animating() : scene().animating()) ||
           (now && now->playing());
}

void Workbench::press_keys() {
    const bool escape = ImGui::IsKeyPressed(ImGuiKey{GLFW_KEY_ESCAPE}, false);
    // Nothing but the step may change between two of its pictures.
    if (recorder_) {
        if (escape)
            recorder_->cancel();
        return;
    }
    if (take_focus_keys())
        return options_.redraw(); // what is pressed happens in the next frame
    if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId)) {
        if (escape)
            close_menu();
        return;
    }
    if (ImGui::GetIO().WantTextInput)
        return;
    if (escape && !std::exchange(presenting_, false)) {
        if (!home_)
            scene().unpin();
        else if (has_last_)
            enter(current_);
    }
    const std::vector<Action> all = actions_.all();
    for (const Action& action : all) {
        if (is_pressed(action.shortcut))
            actions_.press(action.shortcut);
    }
}

std::vector<Findable> Workbench::findable() {
    std::vector<Findable> scenes, commands;
    for (const Action& action : actions_.all()) {
        if (!is_enabled(action) || action.id == "view.find")
            continue;
        const bool is_scene = action.id.starts_with("show.");
        const std::string key = to_string(action.shortcut);
        (is_scene ? scenes : commands)
            .push_back(
                {action.title,
                 fmt::format("{}{}{}", is_scene ? "Scene" : action.menu, key.empty() ? "" : "   ", key),
                 [this, id = action.id] { actions_.run(id); }});
    }
    std::ranges::move(commands, std::back_inserter(scenes));
    const auto add_choices = [&](std::size_t place, const std::string& prefix) {
        for (const auto& [text, setting] : scenes_[place]->choices())
            scenes.push_back({prefix + text, "Setting", [this, place, setting] { choose(place, setting); },
                              prefix.empty()});
    };
    if (!home_)
        add_choices(current_, "");
    for (std::size_t place = 0; place < scenes_.size(); ++place) {
        if (home_ || place != current_)
            add_choices(place, fmt::format("{}: ", scenes_[place]->texts().title));
    }
    return scenes;
}

void Workbench::choose(std::size_t place, const Setting& setting) {
    if (home_ || place != current_)
        enter(place);
    undo_.record(scene());
    try {
        scene().set(setting.key, setting.value);
    } catch (const Error& error) {
        log_.error(error.what());
    }
}

std::filesystem::path Workbench::free_path(const std::filesystem::path& folder, std::string_view ending) {
    std::filesystem::path path;
    std::error_code unknown;
    for (int number = 1; path.empty() || std::filesystem::exists(path, unknown); ++number)
        path = folder / fmt::format("scanline-{}-{}{}", home_ ? home_name : scene().name(), number, ending);
    return path;
}

void Workbench::save(const char* title, std::string_view ending,
                     std::function<void(const std::filesystem::path&)> write) {
    if (!options_.pictures.empty())
        return write(free_path(options_.pictures, ending));
    file_dialog_->open({.endings = {ending},
                        .chosen = std::move(write),
                        .title = title,
                        .name = free_path(file_dialog_->folder(), ending).filename().string()});
}

void Workbench::save_steps(const std::filesystem::path& path, double seconds) {
    if (!transport() || transport()->count() == 0)
        throw usage_error(home_ ? "the opening page has no steps"
                                : fmt::format("the scene {} has no steps", scene().name()));
    recorder_ = std::make_unique<StepRecorder>(scene(), *worker_, std::filesystem::absolute(path), seconds);
}

void Workbench::record_steps() {
    const Transport* now = transport();
    if (&recorder_->scene() != &scene() || !now || now->count() != recorder_->count() ||
        !log_.pending_errors().empty())
        recorder_->cancel();
    if (recorder_->done()) {
        picture_wanted_ = {}, svg_wanted_ = {};
        const std::unique_ptr<StepRecorder> recorder = std::move(recorder_);
        const std::filesystem::path first = recorder->path_of(0);
        if (const int written = recorder->written(); written < recorder->count())
            log_.notify(fmt::format("Cancelled after {} of {} steps", written, recorder->count()));
        else
            log_.notify(fmt::format("Saved {} steps: {}", written, printable_path(first)), first);
    } else if (recorder_->update()) {
        if (data::ending_of(recorder_->path_of(0)) == ".svg")
            svg_wanted_ = [this](const std::string& svg) {
                recorder_->write([svg](const std::filesystem::path& path) { data::write_file(path, svg); });
            };
        else
            picture_wanted_ = [this](const data::Image& image) { recorder_->write(image); };
    }
}

void Workbench::copy(std::string (*describe)(Scene& scene, Scene& fresh)) {
    const std::vector<std::unique_ptr<Scene>> others = options_.scenes(*host_);
    const std::string text = describe(scene(), *others[current_]);
    ImGui::SetClipboardText(text.c_str());
    const bool by_path = is_state(text) && text.find("=@/") != text.npos;
    log_.notify(fmt::format("Copied{}: {}", by_path ? " without its file, of more than 64 KB" : "",
                            printable(text, 160)));
}

void Workbench::paste_state() {
    const char* const text = ImGui::GetClipboardText();
    ViewRequest state;
    take_state(text ? text : "", state);
    // What a new scene refuses changes nothing here.
    const std::vector<std::unique_ptr<Scene>> others = options_.scenes(*host_);
    Scene& wanted = *find_named("scene", state.scene, others);
    for (const auto& [key, value] : state.settings)
        wanted.set(key, value);
    select(state.scene);
    undo_.record(scene());
    set_differing(scene(), wanted.settings());
    steps_[state.scene] = state.pass.value_or(0);
}

void Workbench::rescale(bool larger) {
    static constexpr std::array scales{0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0};
    const double now = gui_.look().scale;
    if (const auto next = std::ranges::upper_bound(scales, now + 0.01); larger && next != scales.end())
        session_.scale = *next;
    if (const auto next = std::ranges::lower_bound(scales, now - 0.01); !larger && next != scales.begin())
        session_.scale = *(next - 1);
}

} // namespace scanline::view
