#pragma once
#include "scanline/bench/measure.h"
#include "scanline/raster/engine.h"
#include "scanline/tune/auto_model_file.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace scanline::bench {

/// The model of this GPU in the user's cache folder. Missing where there is no such folder. Never throws for
/// what is in its file.
LoadedAutoModel load_stored_auto_model(const Environment& environment);

/// The costs that auto goes by on this machine, for a program that can measure in the background: those in
/// the user's cache folder, or null where there are none, which stands for those that the program comes with.
/// A damaged or foreign file triggers a quick measurement, whose result replaces it. None where `progress`
/// ended that.
///
/// tell: receives a line for the user before measuring, and where the file cannot be replaced. Errors: those
/// of calibrate().
std::optional<std::shared_ptr<const raster::AutoModel>>
stored_auto_model(raster::Engine& engine, gl::TimerKind timer, const Environment& environment,
                  const MeasureProgress& progress, const std::function<void(const std::string&)>& tell);

} // namespace scanline::bench
