#pragma once
#include "kit/scene.h"

namespace scanline::view {

/// The settings of the scene "sweep" that measure what a scene with these settings shows, first the
/// experiment; none if no experiment does.
std::vector<Setting> measurement_of(std::string_view scene, const std::vector<Setting>& settings);

/// A scene that shows a row of an experiment.
struct ShownRow {
    std::string scene;
    std::vector<Setting> settings;
    std::vector<std::string> limits; ///< sentences: where the scene does not go so far as was measured
};
std::optional<ShownRow> scene_showing(std::string_view experiment, const std::vector<Setting>& axes);

} // namespace scanline::view
