#pragma once
#include "scanline/bench/compaction_plan.h"
#include "scanline/bench/request.h"
#include "scanline/data/image.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace scanline::bench {

/// A stream that is made when its turn comes.
struct SweepStream {
    AxisValues axes;           ///< {"image", "hand"}, {"elements", "1048576"}
    std::int64_t elements = 0; ///< at least 1
    std::function<InputStream()> make;
};

struct NamedImage {
    std::string name;
    data::Image image;      ///< of one channel
    std::uint64_t seed = 0; ///< of what of it is random; 0 where nothing is
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
/// systems::CompactionEntry) has one variant for all of its values, which stands at no_value; one that works
/// on the whole stream is planned with the first block size alone, and stands on no block and no
/// concatenation.
///
/// Errors, before anything runs: usage where an axis is empty (naming it), or where images and densities are
/// given; failure where an image cannot be read, or a stream is over raster::max_stream_size.
Plan plan_sweep(const Request& request);

} // namespace scanline::bench
