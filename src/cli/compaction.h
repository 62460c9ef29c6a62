#pragma once
#include "backend.h"

#include "scanline/data/image.h"
#include "scanline/raster/auto_model.h"
#include "scanline/systems/compaction.h"

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Compactions of images, as the commands compact and demo run, report and write them.

namespace scanline::cli {

struct NamedImage {
    std::string name;
    data::Image image;
};

/// What is to be done with each image. The other backends know of the options the discriminator and the
/// payload.
struct CompactionJob {
    std::vector<const catalog::CompactionEntry*> algorithms;
    std::optional<int> block;          ///< of the block-wise algorithms; none: each one's own
    raster::CompactionOptions options; ///< all but the algorithm and the model of auto
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

/// Compacts images: on raster with every algorithm of the job, repetitions interleaved, where auto goes by
/// the stored model; on compute and the CPU in one way, chained or reduce-then-scan, and copy-if. finished():
/// called with each run, which then loses its elements. Fewer runs when interrupted.
std::vector<CompactionRun> compact_images(const ChosenBackend& backend, CompactionJob job,
                                          std::span<const NamedImage> images,
                                          const std::function<void(const CompactionRun&)>& finished);

/// "packed", "bt 128"
std::string text_of(const raster::CompactionChoice& choice);

/// Prints runs, then throws an Error when interrupted. format:
///   text  tables for people, one for each image
///   json  an array with an object for each run: image, width, height, total, valid, backend, algorithm,
///         choice (what auto took, null for the others), block (null where it has none), monotonic, timer,
///         gl_renderer (null on the CPU), stages [{name, ms}], ms
///   csv   tidy: a row for each stage of each repetition of each run, and one for their sum, whose stage is
///         "total"; the block and the renderer are empty where there is none
void print_runs(const std::vector<CompactionRun>& runs, const std::string& format);

/// What of each survivor is written.
enum class Emit { indices, values, xy };
inline constexpr std::array all_emits{Emit::indices, Emit::values, Emit::xy};
std::string_view to_string(Emit emit);

/// What the compaction must carry for that.
raster::Payload payload_of(Emit emit);

/// Writes the compacted stream of a run, whole or not at all, as the ending of the name says:
///   .npy  indices: int32 (v); values: uint8 (v); xy: int32 (v, 2), columns x and y
///   .csv  one column `index` or `value`, or two `x,y`
///   .png  the stream in rows as wide as the image: values in grey, otherwise coloured by where an element
///   came from
void write_compacted(const std::filesystem::path& path, Emit emit, const CompactionRun& run);

/// An image and its compaction to indices side by side: left the survivors in their places, right the stream
/// they became, in the same colours. 2 * size pixels and a gap wide, size high.
data::Image comparison_picture(const CompactionRun& run, int size);

} // namespace scanline::cli
