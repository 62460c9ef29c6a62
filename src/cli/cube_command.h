#pragma once
#include "backend.h"
#include "options.h"

#include "scanline/cube/cube.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <string>

// The subcommands of scanline cube, and what they share.

namespace scanline::cli {

void add_cube_makers(CLI::App& cube);  ///< build, update
void add_cube_queries(CLI::App& cube); ///< query, rollup, rows
void add_cube_export(CLI::App& cube);
void add_cube_info(CLI::App& cube);

struct CubeStats {
    bool wanted = false;
    std::string format = "text";
};
/// Adds --stats and its --format. about: the help of --stats.
void add_stats_options(Subcommand& command, CubeStats& stats, const char* about);

/// Adds --threads. few: what fewer threads suffice for if there are few, "rows".
void add_threads_option(Subcommand& command, std::optional<int>& threads, const char* few);

/// Chooses where trees are built, and builds them there.
class CubeBackend {
public:
    /// rows, dimensions and measures: of the largest tree to build. Errors: those of
    /// machine::choose_backend().
    CubeBackend(const machine::Machine::Options& options, BackendRequest request, std::int64_t rows,
                std::size_t dimensions, std::size_t measures);

    const ChosenBackend& chosen() const { return chosen_; }
    /// Returns options that build trees here and time their stages; this must outlive them.
    cube::CubeOptions options(std::optional<int> threads, const ProgressHook& progress);
    /// Returns the stages since the last call; on a GPU with "copies": uploads, downloads and compilation.
    machine::Repetition take_stages();

private:
    cube::Tree time_on_gpu(const std::function<cube::Tree()>& make);

    machine::Machine machine_;
    ChosenBackend chosen_;
    cube::TreeMaker maker_;
    machine::StageTimes cpu_times_;
    machine::Repetition gpu_times_;
};

/// The values that measures leave out, "2 in price"; empty if there are none.
std::string missing_text(const cube::Cube& cube);

/// The rows and nodes of all ranks; the first has the root.
inline std::int64_t rows_in(const cube::Cube& cube) {
    return cube.tree.levels.front().count.front();
}
std::vector<std::int64_t> nodes_by_level(const cube::Tree& tree);

/// The report of build and update.
struct CubeReport {
    std::string heading; ///< without a line end
    const cube::Cube& cube;
    std::vector<std::int64_t> nodes; ///< by level
    const ChosenBackend& backend;
    const machine::Repetition& times;

    std::string text() const;
    std::string json() const;
};

} // namespace scanline::cli
