#pragma once
#include "kit/scene.h"
#include "kit/widgets.h"
#include "shell/side_panel.h"

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>

namespace scanline::view {

/// The panels around a scene. Each is drawn into the current window.

/// The menus, in the order in which actions name them.
void draw_menu_bar(const Look& look, const Actions& actions);

/// A heading that opens and closes what is below it; returns true if it was clicked. end: room kept free at
/// its right.
bool draw_fold_heading(const Look& look, const std::string& title, bool closed, Tooltip text, float end = 0);

/// The scenes by group; current: null for none. Returns the index of the scene that was clicked, or -1.
int draw_scene_list(const Look& look, std::span<const std::unique_ptr<Scene>> scenes, const Scene* current,
                    std::set<std::string>& closed_groups);

/// Two small chevrons that collapse a panel, in its top right corner, or open it, in the middle of its rail;
/// `down` below the cursor.
/// Leaves the cursor where it was. Runs the action if they are clicked, and returns true then.
bool draw_panel_button(const Look& look, const Actions& actions, const char* action, bool at_left, bool open,
                       float down = 0);
/// A small house beside the chevrons that collapse the list of scenes, or below those that open it.
void draw_home_button(const Look& look, const Actions& actions, bool open);
/// Fills the window with the edge of a panel, to be dragged. edge: its x on the screen.
void drag_edge(const Look& look, SidePanel& panel, float edge, bool at_left);

/// The tabs of the inspector side by side, without those that a scene has not; returns the one to show. end:
/// room kept free at the right.
InspectorTab draw_tabs(const Look& look, std::span<const InspectorTab> tabs, InspectorTab shown, float end);
/// The pinned element. Does not shrink while it stays the same, so that nothing below it moves. most: its
/// greatest height; then it scrolls.
void draw_pinned_card(const Look& look, const Actions& actions, const Pinned& pinned, float most);
/// What the code of a step does, and where it is from; stays where it is while the code scrolls.
void draw_listing_title(const Look& look, const Listing& listing);
/// The code of a step, scrolled to the lines that run.
void draw_listing(const Look& look, const Listing& listing);
/// What Ctrl+C copies: the title, then a line for each fact.
std::string text_of(const Pinned& pinned);

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

/// Asks whether the file in question may be replaced.
void draw_replace_dialog(const Look& look, Exports& exports);

/// All actions with a shortcut, by menu; `open` becomes false when it is closed.
void draw_shortcut_sheet(const Look& look, const Actions& actions, bool& open);

} // namespace scanline::view
