#pragma once
#include "scanline/systems/experiment.h"

#include <filesystem>
#include <string>
#include <vector>

namespace scanline::systems {

/// A folder in memory if the system has one, for files of measurements; removed with all in it.
class MemoryFolder {
public:
    /// Errors: failure if it cannot be made.
    MemoryFolder();
    ~MemoryFolder();
    MemoryFolder(const MemoryFolder&) = delete;
    MemoryFolder& operator=(const MemoryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// The time that --stats does not cover: the system loads the program and ends the process.
inline constexpr std::string_view system_stage = "system";

inline constexpr std::string_view output_name = "output.txt", errors_name = "errors.txt";

/// Runs a program, found as by a shell, in a folder, waits for its end, and returns the time: the phases that
/// it says by --stats, and system_stage. What it prints is in the files output_name and errors_name. Errors:
/// failure with the last line that it printed if it fails; no_opengl if it says that.
Repetition run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                       const std::filesystem::path& folder, const Clock& clock);

/// The phases in the text of --stats, in milliseconds; of ranks, the means.
///
///     phases_of("time: 0.030 s: read 0.012, work 0.018\n")   // read 12, work 18
std::vector<Stage> phases_of(std::string_view text);

} // namespace scanline::systems
