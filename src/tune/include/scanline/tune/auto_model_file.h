#pragma once
#include "scanline/bench/results.h"
#include "scanline/raster/auto_model.h"
#include "scanline/tune/loaded_model.h"

#include <filesystem>
#include <string_view>

namespace scanline::bench {

/// What measures such a model thoroughly.
inline constexpr const char* auto_model_command = "scanline tune";

/// The file of one GPU in there, so that several do not overwrite each other's:
/// "auto-nvidia-h200-0c4f66d4.json", which is its name as far as file names go, and a hash of all of it.
/// Errors: failure where there is no such folder, with what to set.
std::filesystem::path auto_model_path(std::string_view gpu);

/// Writes a model with what it was measured on, whole or not at all; the folder is made where it is missing.
/// Errors: failure, naming the path and the system's reason.
void save_auto_model(const std::filesystem::path& path, const raster::AutoModel& model,
                     const Environment& environment);

using LoadedAutoModel = LoadedModel<raster::AutoModel>;

/// The model of a file, if it was measured on this GPU with this driver by this version of Scanline
/// (Environment::gpu, driver and version; the other members do not matter). Anything else, be it damaged in
/// any way, gives a reason: one line that names the file. Never throws for what is in it.
LoadedAutoModel load_auto_model(const std::filesystem::path& path, const Environment& environment);

} // namespace scanline::bench
