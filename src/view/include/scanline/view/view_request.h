#pragma once
#include "scanline/core/clock.h"
#include "scanline/view/look.h"

#include <filesystem>
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

} // namespace scanline::view
