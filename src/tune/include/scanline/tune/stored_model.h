#pragma once
#include "scanline/bench/measure.h"
#include "scanline/cpu/auto_scan.h"
#include "scanline/raster/auto_model.h"
#include "scanline/raster/engine.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

// The models of `auto`, measured on this machine and kept in the user's cache folder: raster::AutoModel for a
// GPU and its driver, cpu::ScanModel for a processor.

namespace scanline::tune {

using bench::Environment;

/// The command that measures such a model thoroughly.
template <class Model>
inline constexpr const char* model_command = nullptr;
template <>
inline constexpr const char* model_command<raster::AutoModel> = "scanline tune";
template <>
inline constexpr const char* model_command<cpu::ScanModel> = "scanline tune --cpu";

/// The result of looking for a model.
template <class Model>
struct LoadedModel {
    std::optional<Model> model{};
    std::string date{};   ///< of measurement, ISO 8601; empty without a model
    std::string reason{}; ///< why there is none; empty with a model
    /// There is no file, which is no fault; otherwise the file cannot be trusted.
    bool missing = false;
};

/// The file for the GPU or the processor of an environment, "auto-nvidia-h200-0c4f66d4.json": its name in
/// file name characters and a hash of the full name, so that devices do not overwrite each other's files.
/// Errors: failure if there is no cache folder, naming what to set.
template <class Model>
std::filesystem::path model_path(const Environment& environment);

/// Makes the folder of a model's file and checks that the file can be written; call it before measuring.
/// Errors: failure, naming the path and the system's reason.
void check_model_place(const std::filesystem::path& path);

/// Writes a model with its environment atomically; makes the folder if missing. Errors: failure, naming the
/// path and the system's reason.
template <class Model>
void save_model(const std::filesystem::path& path, const Model& model, const Environment& environment);

/// Loads a model if it was measured on the same device by this version of Scanline: Environment::version, and
/// gpu and driver, or processor, must match. Any other file, including a damaged one, gives a reason: one
/// line that names the file. Never throws because of the contents.
template <class Model>
LoadedModel<Model> load_model(const std::filesystem::path& path, const Environment& environment);

/// Loads the model for this environment from the user's cache folder. Missing if there is no such folder.
template <class Model>
LoadedModel<Model> load_stored_model(const Environment& environment);

/// Returns the costs of auto on this machine, for a program that can measure in the background: the stored
/// ones, or null for the shipped ones if none are stored. A damaged or foreign file triggers a quick
/// measurement, whose result replaces it. None if `progress` stopped that.
///
/// tell: receives a line for the user before measuring, and if the file cannot be replaced. Errors: those of
/// calibrate().
std::optional<std::shared_ptr<const raster::AutoModel>>
stored_auto_model(raster::Engine& engine, gl::TimerKind timer, const Environment& environment,
                  const ProgressHook& progress, const std::function<void(const std::string&)>& say);

} // namespace scanline::tune
