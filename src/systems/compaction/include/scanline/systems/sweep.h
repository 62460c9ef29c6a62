#pragma once
#include "scanline/data/image.h"
#include "scanline/raster/auto_model.h"
#include "scanline/systems/compaction_plan.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::systems {

/// The figures and tables of the paper on compaction, in its order, and the sweep over any of its axes.
Experiments compaction_experiments();

inline constexpr RowAxis<std::string> image_axis{"image"};
inline constexpr RowAxis<bool> negated_axis{"negated"};
inline constexpr RowAxis<std::optional<int>> block_axis{"block"};

// Values that callers may lend to these experiments by bench::Context.

/// The cost model by which auto chooses a compaction.
struct AutoCosts {
    std::shared_ptr<const raster::AutoModel> model{}; ///< null: the shipped one
    std::string origin = "shipped";                   ///< for people: "shipped", or a file with its date
};

/// The folder of hand.png, bunny.png and finger.png.
struct MasksFolder {
    std::filesystem::path path;
};

/// A stream that is made when its turn comes.
struct SweepStream {
    AxisValues axes;           ///< {"image", "hand"}, {"elements", "1048576"}
    std::int64_t elements = 0; ///< at least 1
    std::function<InputStream()> make;
};

struct NamedImage {
    std::string name;
    data::Image image;      ///< of one channel
    std::uint64_t seed = 0; ///< of what of it is random; 0 if nothing is
};

/// Axes image and elements. Every image in every size, decimated by the least factor that leaves at most so
/// many pixels: a size of raster::max_stream_size is the image as it is. Sizes that come to the same factor
/// are one. Errors: usage, naming the axis that is empty or the size below 1.
std::vector<SweepStream> image_streams(std::vector<NamedImage> images,
                                       const std::vector<std::int64_t>& sizes);

/// Axes density and elements. Streams of exactly these sizes in which each element is valid with that
/// probability, see data::bernoulli_mask(). Errors: usage, naming the axis that is empty, a density outside
/// [0, 1], a size below 1.
std::vector<SweepStream> density_streams(const std::vector<double>& densities,
                                         const std::vector<std::int64_t>& sizes, std::uint64_t seed);

/// A group of these variants on a stream or its negative, which stands on the axes of `stream`.
PlannedGroup stream_group(const Request& request, std::string what, SweepStream stream, bool negate,
                          std::vector<CompactionVariant> variants);

/// Plans the experiment `compact`: every combination of the values of its axes. There is one group for each
/// stream and block size, so that the algorithms and methods are interleaved and share a roof, and the memory
/// needed is that of one block size. A row stands on the axes of its stream, then negated, block, algorithm,
/// prefix-sum, run-lengths and concatenate. An algorithm that does not take a method (see
/// CompactionEntry) has one variant for all of its values, which stands at no_value; one that works
/// on the whole stream is planned with the first block size alone, and stands on no block and no
/// concatenation.
///
/// Errors, before anything runs: usage where an axis is empty (naming it), or where images and densities are
/// given; failure where an image cannot be read, or a stream is over raster::max_stream_size.
Plan plan_sweep(const Request& request);

/// What the rows of a free sweep (see Experiment::free) can be drawn over, the best first: the numeric axes
/// on which two values or more were tried (block, elements, density), the one with most of them first, then
/// variant_bars and stage_bars. None without a measured row.
std::vector<std::string> sweep_x_axes(const Results& results);

/// Bars side by side, a group for each stream.
inline constexpr std::string_view variant_bars = "variants";
/// Bars of stacked stages.
inline constexpr std::string_view stage_bars = "stages";

/// Times over one of sweep_x_axes(); what is none of them is taken for the first. Over a number: one figure
/// for each stream, with a line for each combination of the axes that vary; an algorithm without blocks has
/// no line over block. Bars: one figure of all streams.
std::vector<Figure> sweep_figures(const Results& results, std::string_view x_axis = {});

} // namespace scanline::systems
