#pragma once
#include "scanline/view/scene.h"

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

/// The line at the bottom. busy: what the scene is waiting for; empty: nothing. frame_milliseconds: of the
/// last frame; 0: of none, as in a single picture. Returns whether its log button was clicked.
bool draw_status_line(const Look& look, const Worker& worker, const Log& log, const std::string& busy,
                      double frame_milliseconds);

void draw_log_panel(const Look& look, const Log& log);

/// The pending errors, with their text to be copied, until they are dismissed.
void draw_error_dialog(const Look& look, Log& log);

/// All actions that have a shortcut, by their menus; open until closed.
void draw_shortcut_sheet(const Look& look, const Actions& actions, bool& open);

} // namespace scanline::view
