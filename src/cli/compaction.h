#pragma once
#include "backend.h"
#include "ranks.h"
#include "scanline/core/named.h"
#include "scanline/data/image.h"
#include "scanline/data/mask.h"
#include "scanline/raster/auto_model.h"
#include "scanline/systems/compaction.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

// Compactions of images for the commands compact and demo: running, reporting and writing.

namespace scanline::cli {

struct NamedMask {
    std::string name;
    data::Mask mask;
    ranks::Slice part; ///< of its numbers: those that this process compacts
};

NamedMask read_named_mask(std::string name, const std::filesystem::path& path);

/// The work for each image. Backends other than raster use none of the options.
struct CompactionJob {
    std::optional<double> threshold; ///< none: default_threshold() of each image
    bool negate = false;             ///< takes the numbers below the threshold
    std::vector<const systems::CompactionEntry*> algorithms;
    std::optional<int> block;          ///< for blockwise algorithms; none: the default of each
    raster::CompactionOptions options; ///< except algorithm, model of auto, discriminator and payload
    int repetitions = 1;
};

/// One algorithm on one image.
struct CompactionRun {
    std::string image;
    int width = 0, height = 0;
    std::int64_t total = 0;
    std::int64_t valid = 0; ///< of all ranks
    Backend backend = Backend::raster;
    std::string backend_text{}; ///< ChosenBackend::text(), with auto's reason
    std::string algorithm;      ///< name of the algorithm
    std::string choice{};       ///< auto's choice: "packed", "bt 128"; empty for the others
    bool monotonic = true;      ///< survivors keep their order
    std::optional<int> block;   ///< none for algorithms on the whole stream
    gl::TimerKind timer = gl::TimerKind::wall_clock;
    std::string renderer; ///< GL_RENDERER; empty on the CPU
    std::vector<machine::Repetition> repetitions;
    machine::Repetition times;           ///< the median repetition
    std::vector<std::uint32_t> elements; ///< the compacted stream, or this rank's: positions in the image
};

/// Compacts images: on raster with every algorithm of the job, repetitions interleaved, auto using the stored
/// model; on compute with a chained or reduce-then-scan compaction, on the CPU with copy-if. Each compacts
/// the positions of the numbers that are valid in their own type. finished(): called with each run, whose
/// elements are then freed. Fewer runs if interrupted. Errors: require_raster_size().
std::vector<CompactionRun> compact_images(const ChosenBackend& backend, const CompactionJob& job,
                                          std::span<const NamedMask> images,
                                          const std::function<void(CompactionRun&)>& finished);

/// Errors: usage if an image has more elements than raster takes.
void require_raster_size(std::span<const NamedMask> images);

/// "packed", "bt 128"
std::string text_of(const raster::CompactionChoice& choice);

/// Prints runs, then throws an Error if interrupted. format:
///   text  tables for people, one per image
///   json  an array with an object per run: image, width, height, total, valid, backend, algorithm,
///         choice (of auto, null for the others), block (null if there is none), monotonic, timer,
///         gl_renderer (null on the CPU), stages [{name, ms}], ms
///   csv   tidy: a row for each stage of each repetition of each run, and one for their sum, whose stage is
///         "total"; block and renderer are empty if there is none
void print_runs(const std::vector<CompactionRun>& runs, const std::string& format);

/// What is written for each survivor.
enum class Emit { indices, values, xy };
constexpr auto table_of(Emit) {
    using enum Emit;
    return named<Emit>({{indices, "indices"}, {values, "values"}, {xy, "xy"}});
}
using scanline::to_string;

/// Writes the compacted stream of a run of this mask atomically, in the format of the file name extension:
///   .npy  indices: int32 (v); values: (v), of the mask's type; xy: int32 (v, 2), columns x and y
///   .csv  one column `index` or `value`, or two `x,y`
///   .png  the stream in rows as wide as the image: values in grey, otherwise coloured by source position
void write_compacted(const std::filesystem::path& path, Emit emit, const CompactionRun& run,
                     const data::Mask& mask);
/// Errors: usage if the file cannot hold what is emitted: values other than uint8 and uint16 in .png, and
/// anything in .png over ranks.
void require_holds(const std::filesystem::path& path, Emit emit, const data::Mask& mask);

/// An image and its compaction to indices side by side: on the left the survivors in place, on the right the
/// compacted stream, in the same colours. Width: 2 * size pixels and a gap; height: size.
data::Image comparison_picture(const CompactionRun& run, int size);

} // namespace scanline::cli
