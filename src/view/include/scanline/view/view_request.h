#pragma once
#include "scanline/catalog/system.h"
#include "scanline/core/clock.h"
#include "scanline/data/image.h"
#include "scanline/view/look.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scanline::view {

/// What is to be shown, as the command line says it.
struct ViewRequest {
    std::string scene{}; ///< empty: the last one, or the first
    std::optional<std::filesystem::path> file{};
    std::vector<std::pair<std::string, std::string>> settings{}; ///< of the scene, in this order
    std::optional<int> pass{};                                   ///< the step to stand at, from 0
    std::optional<Theme> theme{};
    double scale = 0;          ///< of the interface; 0: that of the display, of headless pictures 1
    int width = 0, height = 0; ///< 0: as it was left, or 1280 x 800
    std::filesystem::path masks{};
    catalog::Systems systems{};  ///< what can be measured
    std::optional<int> device{}; ///< the EGL device that computes
    Clock clock = steady_time;   ///< that it measures by
};

class Workbench;

/// Scene, file and settings of a request, in this order. Errors: usage, naming what does not exist; what the
/// file's reader says.
void apply_request(Workbench& workbench, const ViewRequest& request);

/// Moves to the step that was asked for, once the scene is not busy: it may have none before. Errors: usage
/// where the scene has no such step.
void seek_pass(Workbench& workbench, int pass);

/// What the program would show, as a picture, with no display: the window's frame is drawn by a headless
/// OpenGL once nothing is being waited for any more. No session is read or written. go_on: called while it
/// waits; false ends it. May be empty. Errors: those of the request; whatever would have been shown in a
/// dialog; usage for too many pixels; failure for a size that the GPU cannot draw, where the scene
/// is still busy after `limit_seconds`, and where go_on() ended it.
data::Image render_headless(const ViewRequest& request, const std::function<bool()>& go_on = {},
                            double limit_seconds = 600);

/// Opens the window and stays until it is closed. The session is taken up where there is one, and kept at the
/// end; a session that cannot be kept is told on standard error. Frames are drawn only when something
/// happens. On the main thread. go_on: called with the program between frames, at least twice a second; false
/// ends it. May be empty.
///
/// Errors: no_opengl without a display or an OpenGL; those of the request.
void run_window(const ViewRequest& request, const std::function<bool(Workbench&)>& go_on = {});

} // namespace scanline::view
