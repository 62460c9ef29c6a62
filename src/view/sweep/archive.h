#pragma once
#include "scanline/bench/results.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace scanline::view {

/// A sweep that was kept in a file when it ended.
struct KeptSweep {
    std::filesystem::path path;
    std::string experiment, title, date, device;
    std::size_t rows = 0;
};

/// Beyond these the oldest files go.
inline constexpr std::size_t most_kept_sweeps = 30;

/// Writes results with rows to FOLDER/DATE-EXPERIMENT.json, atomically; creates a missing folder; removes
/// the oldest files beyond most_kept_sweeps. Errors: failure if the folder or the file cannot be written.
KeptSweep keep_sweep(const std::filesystem::path& folder, const bench::Results& results);

/// The sweeps of a folder, newest first; none if it does not exist. note: receives a line for each file that
/// cannot be read, and is left out.
std::vector<KeptSweep> kept_sweeps(const std::filesystem::path& folder,
                                   const std::function<void(const std::string&)>& note);

} // namespace scanline::view
