#pragma once
#include "scanline/bench/measure.h"
#include "scanline/cpu/scan_model.h"
#include "scanline/tune/loaded_model.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scanline::bench {

// What the scans on the CPU called "auto" go by: measured on this machine, and kept in the user's cache
// folder.

/// What measures such a model thoroughly.
inline constexpr const char* scan_model_command = "scanline tune --cpu";

/// The file of this processor, as environments name it:
/// "scan-intel-r-xeon-r-processor-2-usable-avx3-l-0c4f66d4.json". Errors: failure where there is no cache
/// folder, with what to set.
std::filesystem::path scan_model_path(const Environment& environment);

/// Writes a model with what it was measured on, whole or not at all. Errors: failure, naming path and reason.
void save_scan_model(const std::filesystem::path& path, const cpu::ScanModel& model,
                     const Environment& environment);

using LoadedScanModel = LoadedModel<cpu::ScanModel>;

/// The model of a file, if it was measured on this processor, with as many of it usable, by this version of
/// Scanline. Anything else, be it damaged in any way, gives a reason: one line that names the file. Never
/// throws for what is in it.
LoadedScanModel load_scan_model(const std::filesystem::path& path, const Environment& environment);

/// That of this processor in the user's cache folder.
LoadedScanModel load_stored_scan_model(const Environment& environment);

} // namespace scanline::bench
