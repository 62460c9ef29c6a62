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

// The models that `auto` chooses by, measured on this machine and kept in the user's cache folder:
// raster::AutoModel for a GPU with its driver, cpu::ScanModel for a processor.

namespace scanline::bench {

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
    std::string date{};   ///< of its measurement, ISO 8601; empty without a model
    std::string reason{}; ///< why there is none; empty with a model
    /// Nothing is there, and so nothing is wrong; otherwise what is there is not to be trusted.
    bool missing = false;
};

/// The file for the GPU or the processor of an environment, "auto-nvidia-h200-0c4f66d4.json": its name as far
/// as file names go, and a hash of all of it, so that several do not overwrite each other's. Errors: failure
/// where there is no cache folder, with what to set.
template <class Model>
std::filesystem::path model_path(const Environment& environment);

/// Makes the folder of a model's file and checks that the file can be written, to be called before measuring.
/// Errors: failure, naming the path and the system's reason.
void check_model_place(const std::filesystem::path& path);

/// Writes a model with what it was measured on, whole or not at all; the folder is made where it is missing.
/// Errors: failure, naming the path and the system's reason.
template <class Model>
void save_model(const std::filesystem::path& path, const Model& model, const Environment& environment);

/// The model of a file, if it was measured on the same device by this version of Scanline:
/// Environment::version, and gpu and driver, or processor; the other members do not matter. Anything else, be
/// it damaged in any way, gives a reason: one line that names the file. Never throws for what is in it.
template <class Model>
LoadedModel<Model> load_model(const std::filesystem::path& path, const Environment& environment);

/// The model for this environment in the user's cache folder. Missing where there is no such folder.
template <class Model>
LoadedModel<Model> load_stored_model(const Environment& environment);

/// The costs that auto goes by on this machine, for a program that can measure in the background: those in
/// the user's cache folder, or null where there are none, which stands for the shipped ones. A damaged or
/// foreign file triggers a quick measurement, whose result replaces it. None where `progress` ended that.
///
/// tell: receives a line for the user before measuring, and where the file cannot be replaced. Errors: those
/// of calibrate().
std::optional<std::shared_ptr<const raster::AutoModel>>
stored_auto_model(raster::Engine& engine, gl::TimerKind timer, const Environment& environment,
                  const MeasureProgress& progress, const std::function<void(const std::string&)>& tell);

} // namespace scanline::bench
