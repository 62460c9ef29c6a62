#pragma once
#include "scanline/bench/measure.h"
#include "scanline/cpu/auto_scan.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace scanline::systems {

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
cpu::ScanModel fit_scan_model(const bench::Results& results);

/// Measures what may be fastest at each size, in place and apart, and fits a model: our scans by one thread,
/// and by 2, 4 ... and all usable processors, with partitions of a quarter and of an eighth of the second
/// level cache, dilated or not; of those that are about as fast one with the fewest threads. None where
/// `progress` ended it. Errors: mismatch where a result was wrong, failure where nothing could be measured.
std::optional<cpu::ScanModel> calibrate_scans(const ScanCalibrateOptions& options,
                                              const ProgressHook& progress);

} // namespace scanline::systems
