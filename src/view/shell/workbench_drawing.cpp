#include "kit/canvas.h"
#include "kit/focus.h"
#include "kit/gui_renderer.h"
#include "scanline/core/error.h"
#include "shell/home.h"
#include "shell/panels.h"
#include "shell/step_recorder.h"
#include "shell/svg_export.h"
#include "shell/window_panel.h"
#include "shell/workbench.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

// The layout of the window: panels, columns and dialogs.

namespace scanline::view {

namespace {

constexpr const char* middle_name = "middle";
constexpr float presented_step_height = 26, presented_panel_width = 300;
} // namespace

float Workbench::scale(float display) const {
    const float plain = session_.scale > 0 ? static_cast<float>(session_.scale) : display;
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
    host_->motion = options_.motion && session_.motion && !recorder_ && !svg_wanted_ && !picture_wanted_;
    host_->prediction.begin(scene().name(), step_of(scene()),
                            home_ || recorder_ ? std::vector<Written>{} : scene().written());
    // A picture that the menu or the finder asks for is one of the next frame, without them.
    picture_due_ = std::exchange(picture_wanted_, {});
    svg_due_ = std::exchange(svg_wanted_, {});
    // What is under the mouse is marked, which is no part of the scene.
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (svg_due_)
        draw_for_svg();
    if (svg_due_ || recorder_)
        ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
    const Look& look = gui_.look();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    float bottom = size.y;
    if (presenting_)
        draw_presentation();
    else
        bottom = draw_panels();
    ImGui::GetIO().MousePos = mouse;
    const Columns columns = presenting_ ? Columns() : this->columns();
    const Rect middle =
        Rect{look.px(columns.list), 0, size.x - look.px(columns.inspector), bottom}.inset(look.px(12));
    if (!recorder_) {
        toasts_.draw(look, middle);
    } else if (Toasts::draw_progress(
                   look, middle,
                   fmt::format("Saved {} of {} steps", recorder_->written(), recorder_->count()),
                   static_cast<float>(recorder_->written()) / static_cast<float>(recorder_->count()))) {
        recorder_->cancel();
    }
    draw_dialogs();
    if (const auto rect = focused())
        outline(*ImGui::GetForegroundDrawList(), rect->inset(-look.px(2)), look.palette().focus, look.px(4),
                look.px(2));
}

void Workbench::draw_presentation() {
    const Look& look = gui_.look();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float top = size.y - (transport() ? look.px(presented_step_height) : 0);
    const auto pinned =
        presents_pinned_ && !home_ && !host_->prediction.hides_any() ? scene().pinned() : std::nullopt;
    const Listing listing = presents_code_ && !home_ ? hidden(scene().listing()) : Listing{};
    const bool has_code = !listing.lines.empty(), beside = has_code || pinned;
    const float right = size.x - (beside ? std::min(look.px(presented_panel_width), 0.4f * size.x) : 0);
    draw_middle({0, 0}, {right, draw_strips(top)});
    if (beside) {
        const WindowPanel panel("presented", {right, 0}, {size.x, top}, look.palette().panel,
                                {look.px(14), look.px(6)}, ImGuiWindowFlags_NoScrollbar);
        if (pinned)
            draw_pinned_card(look, actions_, *pinned,
                             (has_code ? 0.45f : 1.0f) * ImGui::GetContentRegionAvail().y);
        if (has_code) {
            draw_listing_title(look, listing);
            draw_listing(look, listing);
        }
    }
    if (presents_ring_ && ImGui::IsMousePosValid())
        ImGui::GetForegroundDrawList()->AddCircle(ImGui::GetIO().MousePos, look.px(20), look.palette().accent,
                                                  0, look.px(3));
    if (top == size.y)
        return;
    const WindowPanel panel("step", {0, top}, size, look.palette().background, {look.px(12), look.px(4)});
    const std::string step = fmt::format("Step {} of {}: {}", transport()->position(),
                                         transport()->count() - 1, scene().step_text());
    write_cut(*ImGui::GetWindowDrawList(), look.fonts.text, ImGui::GetCursorScreenPos(),
              ImGui::GetContentRegionAvail().x, look.palette().dim, step);
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
    const float log_height = session_.log_open ? std::min(look.px(150), size.y * 0.3f) : 0;
    const float status_top = size.y - status_height, log_top = status_top - log_height;
    const float transport_top = log_top - transport_height;
    const float columns_bottom = draw_strips(transport_top);
    draw_columns(top, columns_bottom);
    if (Transport* transport = this->transport()) {
        const WindowPanel panel("transport", {0, transport_top}, {size.x, log_top}, palette.panel,
                                {look.px(12), look.px(10)});
        draw_transport_bar(look, actions_, *transport, scene().step_text());
    }
    if (session_.log_open) {
        const WindowPanel panel("log", {0, log_top}, {size.x, status_top}, palette.background,
                                {look.px(12), look.px(8)}, ImGuiWindowFlags_NoScrollbar);
        draw_log_panel(look, log_);
    }
    {
        const WindowPanel panel("status", {0, status_top}, size, palette.background,
                                {look.px(12), look.px(2)});
        if (draw_status_line(look, *worker_, log_, home_ ? "" : scene().busy_text(), frame_milliseconds_))
            session_.log_open = !session_.log_open;
    }
    ImDrawList& front = *ImGui::GetForegroundDrawList();
    for (const float y : {columns_bottom, transport_top})
        if (y < log_top && !ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId))
            front.AddLine({0, y}, {size.x, y}, palette.line);
    return columns_bottom;
}

float Workbench::draw_lesson(float bottom) {
    if (!lesson_ || home_)
        return bottom;
    const Look& look = gui_.look();
    const ImVec2 margin{look.px(12), look.px(8)};
    const float width = ImGui::GetIO().DisplaySize.x,
                top = bottom - lesson_->height(look, width - 2 * margin.x) - 2 * margin.y;
    const WindowPanel panel("lesson", {0, top}, {width, bottom}, look.palette().panel, margin);
    const bool is_shown = lesson_->stop().scene == scene().name();
    lesson_->count(is_shown ? scene().counters() : std::vector<Setting>{},
                   transport() && transport()->position() + 1 == transport()->count());
    lesson_->draw(look, actions_);
    return top;
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
    else if (file_dialog_->is_open())
        file_dialog_->draw(look);
    else
        draw_shortcut_sheet(look, actions_, sheet_open_);
}

Columns Workbench::columns() const {
    Columns columns =
        columns_of(ImGui::GetIO().DisplaySize.x / gui_.look().scale, session_.list, session_.inspector);
    if (home_)
        columns.inspector = 0, columns.inspector_open = false;
    return columns;
}

void Workbench::draw_middle(ImVec2 at, ImVec2 end) {
    const WindowPanel panel(middle_name, at, end, gui_.look().palette().background, {0, 0});
    if (home_) {
        std::string continued = has_last_ ? std::string(scene().texts().title) : "";
        const std::vector<Setting> settings = scene().settings();
        if (has_last_ && !settings.empty() && settings.front().value.find('/') != std::string::npos)
            continued += ", " + std::filesystem::path(settings.front().value).filename().string();
        if (has_last_ && step_of(scene()) > 0)
            continued += fmt::format(", step {}", step_of(scene()));
        const auto chosen = home_->draw(continued, actions_.find("lessons.tour") != nullptr);
        if (chosen == Home::tour)
            actions_.run("lessons.tour");
        else if (chosen)
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
        const WindowPanel panel(name, {edge - look.px(4), top}, {edge + look.px(4), bottom},
                                IM_COL32_BLACK_TRANS, {0, 0}, open ? 0 : ImGuiWindowFlags_NoInputs);
        if (open)
            drag_edge(look, side, edge, at_left);
    };
    draw_edge("list edge", session_.list, columns.list_open, left, true);
    draw_edge("inspector edge", session_.inspector, columns.inspector_open, right, false);
    {
        const ImVec2 padding = columns.list_open ? ImVec2{look.px(8), look.px(8)} : ImVec2{0, look.px(8)};
        const WindowPanel panel("scenes", {0, top}, {left, bottom}, palette.panel, padding);
        draw_panel_button(look, actions_, "view.list", true, columns.list_open);
        draw_home_button(look, actions_, columns.list_open);
        const Scene* const shown = home_ ? nullptr : &scene();
        const int clicked =
            columns.list_open ? draw_scene_list(look, scenes_, shown, session_.closed_groups) : -1;
        if (clicked >= 0 && (home_ || static_cast<std::size_t>(clicked) != current_))
            enter(static_cast<std::size_t>(clicked));
    }
    draw_middle({left, top}, {right, bottom});
    if (right >= width)
        return;
    if (!columns.inspector_open) {
        const WindowPanel rail("rail", {right, top}, {width, bottom}, palette.panel, {0, look.px(8)});
        draw_panel_button(look, actions_, "view.inspector", false, false);
        return;
    }
    const WindowPanel panel("inspector", {right, top}, {width, bottom}, palette.panel,
                            {look.px(14), look.px(6)}, ImGuiWindowFlags_NoScrollbar);
    draw_panel_button(look, actions_, "view.inspector", false, true, look.px(4)); // beside the tabs
    ImGui::PushID(scene().name().data()); // each scene's panels scroll for themselves
    std::vector<InspectorTab> tabs{InspectorTab::settings};
    const Listing listing = hidden(scene().listing());
    if (scene().has_numbers())
        tabs = {InspectorTab::settings, InspectorTab::step, InspectorTab::numbers};
    if (!listing.shader.empty())
        tabs.insert(tabs.end() - 1, InspectorTab::shader);
    InspectorTab tab = InspectorTab::settings;
    if (tabs.size() > 1) {
        tab = session_.tab = draw_tabs(look, tabs, session_.tab, look.px(28));
    } else {
        ImGui::AlignTextToFramePadding();
        heading(look, scene().texts().title.data());
    }
    // Scroll bars lie in the margin, beside the chevrons.
    const float content = ImGui::GetContentRegionAvail().x, wide = content + ImGui::GetStyle().ScrollbarSize;
    if (const std::optional<Pinned> pinned = scene().pinned(); pinned && !host_->prediction.hides_any())
        draw_pinned_card(look, actions_, *pinned, 0.45f * ImGui::GetContentRegionAvail().y);
    const Listing code = tab == InspectorTab::shader ? shader_code(listing) : listing;
    if (tab == InspectorTab::step)
        draw_listing_title(look, code);
    ImGui::SetNextWindowContentSize({content, 0});
    ImGui::BeginChild(std::string(to_string(tab)).c_str(), {wide, 0});
    switch (tab) {
    case InspectorTab::settings: scene().draw_inspector(); break;
    case InspectorTab::step:
    case InspectorTab::shader: draw_listing(look, code); break;
    case InspectorTab::numbers: scene().draw_numbers(); break;
    }
    ImGui::EndChild();
    ImGui::PopID();
}

void Workbench::after_frame(const ImDrawData& data) {
    try {
        if (const auto take = std::exchange(picture_due_, {}); take && options_.renderer)
            take(options_.renderer->picture(
                WindowDrawing(data, Toasts::window, WindowDrawing::Part::others).data,
                gui_.look().palette().background));
        if (const auto take = std::exchange(svg_due_, {}))
            take(draw_data_to_svg(WindowDrawing(data, middle_name).data, gui_, scene().texts().title,
                                  GuiRenderer::read_texture));
    } catch (const Error& error) {
        log_.error(error.what());
    }
}

} // namespace scanline::view
