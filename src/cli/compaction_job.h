#pragma once
#include "backend.h"

#include "scanline/data/image.h"
#include "scanline/systems/compaction.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace scanline::cli {

/// How the algorithm auto chooses, as the command line says it.
struct AutoSettings {
    std::string adapt = "global";
    std::vector<std::string> among;
};

/// --adapt and --among.
void add_auto_settings(CLI::App& command, AutoSettings& settings);

/// All but the model. Errors: usage, with the names that there are.
raster::AutoOptions parse_auto(const AutoSettings& settings);

/// What `compact` was asked for, checked. The other backends know of the options what is valid and what of a
/// survivor is kept.
struct CompactionJob {
    std::vector<const catalog::CompactionEntry*> algorithms;
    std::optional<int> block;          ///< of the block-wise algorithms; none: each one's own
    raster::CompactionOptions options; ///< all but the algorithm
    int repetitions = 1;
};

/// One algorithm on one image.
struct CompactionRun {
    std::string image;
    int width = 0, height = 0;
    std::int64_t total = 0;
    std::int64_t valid = 0;
    Backend backend = Backend::raster;
    std::string backend_text{}; ///< the backend as ChosenBackend tells it, with why auto took it
    std::string algorithm;      ///< by its name
    std::string choice{};       ///< what auto took: "packed", "bt 128"; empty for the others
    bool monotonic = true;      ///< survivors keep their order
    std::optional<int> block;   ///< none where the algorithm works on the whole stream
    gl::TimerKind timer = gl::TimerKind::wall_clock;
    std::string renderer; ///< of OpenGL; empty on the CPU
    std::vector<machine::Repetition> repetitions;
    machine::Repetition times;   ///< the median repetition
    std::vector<float> elements; ///< the compacted stream
};

/// Compacts an image: on raster with every algorithm of the job, repetitions interleaved; on compute and the
/// CPU in one way, chained or reduce-then-scan, and copy-if. Empty when interrupted.
std::vector<CompactionRun> run_job(const ChosenBackend& backend, const CompactionJob& job,
                                   const std::string& name, const data::Image& image);

} // namespace scanline::cli
