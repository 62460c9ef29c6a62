#pragma once
#include "scanline/view/action.h"
#include "scanline/view/log.h"
#include "scanline/view/look.h"
#include "scanline/view/scene.h"
#include "scanline/view/transport.h"

#include <memory>
#include <span>
#include <string>

namespace scanline::view {

/// The panels around a scene. Each draws itself into the window that is current.

/// The bar of menus, in the order in which the actions name them.
void draw_menu_bar(const Look& look, const Actions& actions);

/// Returns the place of the scene that was clicked, or -1.
int draw_scene_list(const Look& look, std::span<const std::unique_ptr<Scene>> scenes, const Scene& current);

/// Buttons, the position to drag, the speed, and what the step is.
void draw_transport_bar(const Look& look, const Actions& actions, Transport& transport,
                        const std::string& text);

/// What stands in the line at the bottom.
struct Status {
    std::string gpu, driver, timer;
    double frame_milliseconds = 0;        ///< of the last frame; 0: of none, as in a single picture
    std::string busy;                     ///< what the scene is waiting for; empty: nothing
    std::size_t warnings = 0, errors = 0; ///< in the log
};
/// Returns whether its log button was clicked.
bool draw_status_line(const Look& look, const Status& status);

void draw_log_panel(const Look& look, const Log& log);

/// A dialog in the middle of the window, at most so large and never larger than most of it, with its title in
/// it; height 0: what its contents need. Returns whether it is to be filled and ended with ImGui::EndPopup().
bool begin_dialog(const Look& look, const char* title, ImVec2 size);

/// The errors that wait, with their text to be copied, until they are dismissed.
void draw_error_dialog(const Look& look, Log& log);

/// All actions that have a shortcut, by their menus; open until closed.
void draw_shortcut_sheet(const Look& look, const Actions& actions, bool& open);

} // namespace scanline::view
