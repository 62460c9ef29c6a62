#pragma once
#include "scanline/view/scene.h"

#include <memory>
#include <span>
#include <string>

namespace scanline::view {

/// The panels around a scene. Each is drawn into the current window.

/// The menus, in the order in which actions name them.
void draw_menu_bar(const Look& look, const Actions& actions);

/// Returns the index of the scene that was clicked, or -1.
int draw_scene_list(const Look& look, std::span<const std::unique_ptr<Scene>> scenes, const Scene& current);

/// Buttons, a scrubber, the speed, and the description of the step.
void draw_transport_bar(const Look& look, const Actions& actions, Transport& transport,
                        const std::string& text);

/// The line at the bottom. busy: what the scene is waiting for; empty: nothing. frame_milliseconds: of the
/// last frame; 0: none, as in a single picture. Returns true if its log button was clicked.
bool draw_status_line(const Look& look, const Worker& worker, const Log& log, const std::string& busy,
                      double frame_milliseconds);

void draw_log_panel(const Look& look, const Log& log);

/// The pending errors, with text that can be copied, until they are dismissed.
void draw_error_dialog(const Look& look, Log& log);

/// All actions with a shortcut, by menu; `open` becomes false when it is closed.
void draw_shortcut_sheet(const Look& look, const Actions& actions, bool& open);

} // namespace scanline::view
