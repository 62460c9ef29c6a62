#pragma once
#include "scanline/bench/loaded_model.h"
#include "scanline/bench/measure.h"
#include "scanline/cpu/scan_model.h"

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

struct ScanCalibrateOptions {
    /// Elements of float32, ascending, each 1 or more.
    std::vector<std::int64_t> sizes{1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18,
                                    1 << 20, 1 << 22, 1 << 24, 1 << 26};
    int repetitions = 15;   ///< of each candidate at each size
    bool every_team = true; ///< teams of 2, 4 ... threads too, not only of as many as there are processors
};

/// Rougher: some six seconds.
ScanCalibrateOptions quick_scan_calibration();

/// What the rows of our scans say, on axes as make_plan() of cpu_scan.h has them: at each place and size the
/// fastest. What is within 3 % of it counts as fast too, and of that the first is taken. A choice holds from
/// half-way between its size and the one before, on a logarithmic scale. Errors: usage where a place has no
/// measured row.
cpu::ScanModel fit_scan_model(const Results& results);

/// Measures what may be fastest at each size, in place and apart, and fits a model: our scans by one thread,
/// and by 2, 4 ... and all usable processors, with partitions of a quarter and of an eighth of the second
/// level cache, dilated or not; of those that are about as fast one with the fewest threads. None where
/// `progress` ended it. Errors: mismatch where a result was wrong, failure where nothing could be measured.
std::optional<cpu::ScanModel> calibrate_scans(const ScanCalibrateOptions& options,
                                              const MeasureProgress& progress);

} // namespace scanline::bench
