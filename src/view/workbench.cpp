#include "scanline/view/workbench.h"

#include "panels/home.h"
#include "panels/panels.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/image_io.h"
#include "scanline/view/gui_renderer.h"
#include "scanline/view/view_request.h"
#include "scanline/view/widgets.h"
#include "svg_export.h"
#include "text.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h> // closing menus

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <system_error>

namespace scanline::view {

namespace {

constexpr double shader_check_seconds = 0.5;
constexpr const char* middle_name = "middle";
constexpr const char* step_heading_key = "This step"; ///< among the closed headings
constexpr ImGuiWindowFlags panel_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                         ImGuiWindowFlags_NoSavedSettings |
                                         ImGuiWindowFlags_NoBringToFrontOnFocus;

/// A panel of the layout: a window at a fixed place.
class Panel {
public:
    Panel(const char* name, ImVec2 at, ImVec2 end, ImU32 background, ImVec2 padding,
          ImGuiWindowFlags more = 0) {
        ImGui::SetNextWindowPos(at);
        ImGui::SetNextWindowSize({std::max(1.0f, end.x - at.x), std::max(1.0f, end.y - at.y)});
        ImGui::PushStyleColor(ImGuiCol_WindowBg, background);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2{1, 1});
        ImGui::Begin(name, nullptr, (panel_flags & ~more) | (more & ~panel_flags));
        ImGui::PopStyleVar(3);
        ImGui::PopStyleColor();
    }
    ~Panel() { ImGui::End(); }
    Panel(const Panel&) = delete;
    Panel& operator=(const Panel&) = delete;
};

// "+" is a shifted key on many keyboards, and both signs are on the keypad too.
bool is_pressed(const Shortcut& shortcut) {
    const ImGuiIO& io = ImGui::GetIO();
    // Two keys redo, by two customs.
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
      wanted_theme_(gui.look().theme), wanted_scale_(options_.session.scale) {
    worker.on_error = [this](const std::string& error) { log_.error(error); };
    worker.on_note = [this](const std::string& note) { log_.info(note); };
    worker_ = std::make_unique<Worker>(std::move(worker));
    options_.redraw = options_.redraw ? options_.redraw : [] {};
    host_.reset(new Host{*worker_, log_, actions_, gui_.look(), options_.masks, options_.systems,
                         options_.renderer, options_.redraw, &exports_, options_.sweeps});
    scenes_ = options_.scenes(*host_);
    actions_.set_error_handler([this](const Error& error) { log_.error(error.what()); });
    add_actions();
    restore(options_.session);
    options_.home ? show_home() : enter(current_);
}

Workbench::~Workbench() {
    // The scenes' jobs refer to them: no job may outlive its scene or deliver to it.
    home_.reset();
    scenes_.clear();
}

void Workbench::restore(const SessionState& session) {
    log_open_ = session.log_open;
    list_ = session.list;
    inspector_ = session.inspector;
    closed_groups_ = session.closed_groups;
    for (const std::unique_ptr<Scene>& scene : scenes_) {
        const auto kept = session.scenes.find(std::string(scene->name()));
        if (kept == session.scenes.end())
            continue;
        // All of them, in the scene's own order: some enable or change others.
        for (const Setting& setting : scene->settings()) {
            const auto value = kept->second.find(setting.key);
            if (value == kept->second.end())
                continue;
            try {
                scene->set(setting.key, value->second);
            } catch (const Error& error) {
                log_.warning(fmt::format("Not as it was left, {}: {}", scene->title(), error.what()));
            }
        }
    }
    const auto last = std::ranges::find(scenes_, session.scene, name_of);
    if (last != scenes_.end())
        current_ = static_cast<std::size_t>(last - scenes_.begin());
}

SessionState Workbench::session() const {
    SessionState session = options_.session;
    session.theme = wanted_theme_;
    session.scale = wanted_scale_;
    session.scene = scenes_[current_]->name();
    session.log_open = log_open_;
    session.list = list_;
    session.inspector = inspector_;
    session.closed_groups = closed_groups_;
    for (const std::unique_ptr<Scene>& scene : scenes_) {
        for (const Setting& setting : scene->settings())
            session.scenes[std::string(scene->name())][setting.key] = setting.value;
    }
    return session;
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
    return home_ ? home_->animating() : scene().busy();
}

Scene& Workbench::select_for(const std::filesystem::path& path) {
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
    const std::string ending = lowered(path.extension().string());
    const auto is_for_it = [&](const auto& scene) {
        return std::ranges::count(scene->file_endings(), ending) > 0;
    };
    const auto opens_files = [](const auto& scene) { return !scene->file_endings().empty(); };
    if (!select_one(is_for_it) && !select_one(opens_files))
        throw usage_error("no scene opens files");
    return scene();
}

void Workbench::open(const std::filesystem::path& path) {
    try {
        select_for(path).open(path);
    } catch (const std::exception& error) { // called from C, which exceptions must not cross
        log_.error(error.what());
    }
}

bool Workbench::update(double seconds) {
    if (wanted_theme_ != gui_.look().theme)
        gui_.set_theme(wanted_theme_);
    shader_check_ += seconds;
    if (shader_check_ >= shader_check_seconds) {
        shader_check_ = 0;
        if (worker_->reload_changed_shaders())
            scene().refresh();
    }
    bool changed = worker_->deliver();
    left_home_.reset();
    changed = toasts_.advance(seconds) || changed;
    if (Transport* transport = this->transport())
        changed = transport->advance(seconds) || changed;
    try {
        if (home_)
            changed = home_->update(seconds, changed) || changed;
        else
            scene().update();
        exports_.update();
    } catch (const Error& error) {
        log_.error(error.what());
    }
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
    if (home_)
        return home_->animating() || toasts_.fading();
    const Transport* transport = scene().transport();
    return scene().animating() || toasts_.fading() || (transport && transport->playing());
}

void Workbench::press_keys() {
    const bool escape = ImGui::IsKeyPressed(ImGuiKey{GLFW_KEY_ESCAPE}, false);
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

float Workbench::scale(float display) const {
    const float plain = wanted_scale_ > 0 ? static_cast<float>(wanted_scale_) : display;
    if (!presenting_)
        return plain;
    // As large as leaves a scene the room that it has beside the panels of a window of usual size.
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    for (const float larger : {2.0f, 1.5f, 1.25f}) {
        if (size.x >= 800 * plain * larger && size.y >= 500 * plain * larger)
            return plain * larger;
    }
    return plain;
}

void Workbench::draw() {
    press_keys();
    // A picture that the menu or the finder asks for is one of the next frame, without them.
    picture_due_ = std::exchange(picture_wanted_, false);
    svg_due_ = std::exchange(svg_wanted_, {});
    // What is under the mouse is marked, which is no part of the scene.
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (svg_due_) {
        draw_for_svg();
        ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
    }
    const Look& look = gui_.look();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    float bottom = size.y;
    if (presenting_)
        draw_middle({0, 0}, size);
    else
        bottom = draw_panels();
    if (!picture_due_)
        toasts_.draw(look, {size.x - look.px(12), bottom - look.px(12)});
    draw_dialogs();
    ImGui::GetIO().MousePos = mouse;
}

float Workbench::draw_panels() {
    const Look& look = gui_.look();
    const Palette& palette = look.palette();
    const ImVec2 size = ImGui::GetIO().DisplaySize;

    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(10), look.px(6)});
    float top = 0;
    if (ImGui::BeginMainMenuBar()) {
        draw_menu_bar(look, actions_);
        top = ImGui::GetWindowSize().y;
        ImGui::EndMainMenuBar();
    }
    ImGui::PopStyleVar();

    const float status_height = look.px(26), transport_height = transport() ? look.px(52) : 0;
    const float log_height = log_open_ ? std::min(look.px(150), size.y * 0.3f) : 0;
    const float status_top = size.y - status_height, log_top = status_top - log_height;
    const float transport_top = log_top - transport_height;
    draw_columns(top, transport_top);
    if (Transport* transport = this->transport()) {
        const Panel panel("transport", {0, transport_top}, {size.x, log_top}, palette.panel,
                          {look.px(12), look.px(10)});
        draw_transport_bar(look, actions_, *transport, scene().step_text());
    }
    if (log_open_) {
        const Panel panel("log", {0, log_top}, {size.x, status_top}, palette.background,
                          {look.px(12), look.px(8)}, ImGuiWindowFlags_NoScrollbar);
        draw_log_panel(look, log_);
    }
    {
        const Panel panel("status", {0, status_top}, size, palette.background, {look.px(12), look.px(2)});
        if (draw_status_line(look, *worker_, log_, home_ ? "" : scene().busy_text(), frame_milliseconds_))
            log_open_ = !log_open_;
    }
    ImDrawList& front = *ImGui::GetForegroundDrawList();
    if (transport_height > 0 && !ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId))
        front.AddLine({0, transport_top}, {size.x, transport_top}, palette.line);
    return transport_top;
}

void Workbench::draw_dialogs() {
    const Look& look = gui_.look();
    // One dialog at a time: opening one closes the other. Dialogs displaced by an error come back when it has
    // been dismissed.
    if (!log_.pending_errors().empty())
        draw_error_dialog(look, log_);
    else if (exports_.question())
        draw_replace_dialog(look, exports_);
    else if (finder_.is_open())
        finder_.draw(look);
    else if (file_dialog_.is_open())
        file_dialog_.draw(look);
    else
        draw_shortcut_sheet(look, actions_, sheet_open_);
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
            scenes.push_back({prefix + text, "Setting", [this, place, setting] { choose(place, setting); }});
    };
    if (!home_)
        add_choices(current_, "");
    for (std::size_t place = 0; place < scenes_.size(); ++place) {
        if (home_ || place != current_)
            add_choices(place, fmt::format("{}: ", scenes_[place]->title()));
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

Columns Workbench::columns() const {
    Columns columns = columns_of(ImGui::GetIO().DisplaySize.x / gui_.look().scale, list_, inspector_);
    if (home_)
        columns.inspector = 0, columns.inspector_open = false;
    return columns;
}

void Workbench::draw_middle(ImVec2 at, ImVec2 end) {
    const Panel panel(middle_name, at, end, gui_.look().palette().background, {0, 0});
    if (home_) {
        const Transport* transport = scene().transport();
        const std::string step =
            transport && transport->position() > 0 ? fmt::format(", step {}", transport->position()) : "";
        if (const auto chosen = home_->draw(has_last_ ? std::string(scene().title()) + step : ""))
            enter(*chosen == Home::last ? current_ : static_cast<std::size_t>(*chosen));
        return;
    }
    ImGui::BeginChild("scene", {0, 0}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    scene().draw();
    ImGui::EndChild();
}

void Workbench::draw_columns(float top, float bottom) {
    const Look& look = gui_.look();
    const Palette& palette = look.palette();
    const float width = ImGui::GetIO().DisplaySize.x;
    const Columns columns = this->columns();
    const float left = look.px(columns.list), right = width - look.px(columns.inspector);
    // Among windows that clicks do not raise the first one made is in front.
    const auto draw_edge = [&](const char* name, SidePanel& side, bool open, float edge, bool at_left) {
        const Panel panel(name, {edge - look.px(4), top}, {edge + look.px(4), bottom}, IM_COL32_BLACK_TRANS,
                          {0, 0}, open ? 0 : ImGuiWindowFlags_NoInputs);
        if (open)
            drag_edge(look, side, edge, at_left);
    };
    draw_edge("list edge", list_, columns.list_open, left, true);
    draw_edge("inspector edge", inspector_, columns.inspector_open, right, false);
    {
        const ImVec2 padding = columns.list_open ? ImVec2{look.px(8), look.px(8)} : ImVec2{0, look.px(8)};
        const Panel panel("scenes", {0, top}, {left, bottom}, palette.panel, padding);
        draw_panel_button(look, actions_, "view.list", true, columns.list_open);
        draw_home_button(look, actions_, columns.list_open);
        const Scene* const shown = home_ ? nullptr : &scene();
        const int clicked = columns.list_open ? draw_scene_list(look, scenes_, shown, closed_groups_) : -1;
        if (clicked >= 0 && (home_ || static_cast<std::size_t>(clicked) != current_))
            enter(static_cast<std::size_t>(clicked));
    }
    draw_middle({left, top}, {right, bottom});
    if (right >= width)
        return;
    if (!columns.inspector_open) {
        const Panel rail("rail", {right, top}, {width, bottom}, palette.panel, {0, look.px(8)});
        draw_panel_button(look, actions_, "view.inspector", false, false);
        return;
    }
    const Panel panel("inspector", {right, top}, {width, bottom}, palette.panel, {look.px(14), look.px(6)},
                      ImGuiWindowFlags_NoScrollbar);
    draw_panel_button(look, actions_, "view.inspector", false, true, look.px(9)); // beside the first heading
    const std::optional<Pinned> pinned = scene().pinned();
    const Listing listing = scene().listing();
    const bool closed = closed_groups_.contains(step_heading_key);
    const float room = ImGui::GetContentRegionAvail().y;
    const float wanted = step_panel_height(look, pinned, listing, closed),
                height = std::min(wanted, room / 2);
    ImGui::BeginChild("settings", {0, room - height});
    scene().draw_inspector();
    ImGui::EndChild();
    if (height == 0)
        return;
    ImGui::BeginChild("step", {0, 0});
    if (draw_step_panel(look, actions_, pinned, listing, closed))
        closed ? closed_groups_.erase(step_heading_key) : closed_groups_.insert(step_heading_key).second;
    ImGui::EndChild();
}

void Workbench::after_frame(const ImDrawData& data) {
    try {
        if (picture_due_ && options_.renderer)
            save_picture(data);
        if (const auto take = std::exchange(svg_due_, {}))
            take(draw_data_to_svg(WindowDrawing(data, middle_name).data, gui_, scene().title(),
                                  GuiRenderer::read_texture));
    } catch (const Error& error) {
        log_.error(error.what());
    }
}

std::filesystem::path Workbench::free_path(std::string_view ending) {
    std::filesystem::path path;
    std::error_code unknown; // if unknown, writing reports why
    for (int number = 1; path.empty() || std::filesystem::exists(path, unknown); ++number)
        path = options_.pictures /
               fmt::format("scanline-{}-{}.{}", home_ ? home_name : scene().name(), number, ending);
    return path;
}

void Workbench::save_picture(const ImDrawData& data) {
    exports_.save(free_path("png"), [&](const std::filesystem::path& path) {
        data::write_png(path, options_.renderer->picture(data, gui_.look().palette().background));
    });
}

void Workbench::copy_command() {
    const std::vector<std::unique_ptr<Scene>> others = options_.scenes(*host_);
    const std::string command = view_command(scene(), *others[current_]);
    ImGui::SetClipboardText(command.c_str());
    log_.tell(fmt::format("Copied: {}", command));
}

void Workbench::rescale(bool larger) {
    static constexpr std::array scales{0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0};
    const double now = gui_.look().scale;
    if (const auto next = std::ranges::upper_bound(scales, now + 0.01); larger && next != scales.end())
        wanted_scale_ = *next;
    if (const auto next = std::ranges::lower_bound(scales, now - 0.01); !larger && next != scales.begin())
        wanted_scale_ = *(next - 1);
}

} // namespace scanline::view
