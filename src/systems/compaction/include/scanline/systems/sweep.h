#pragma once
#include "scanline/bench/compaction_plan.h"
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
    data::Image image; ///< of one channel
};

/// Axes image and elements. Every image in every size, decimated by the least factor that leaves at most so
/// many pixels: a size of raster::max_stream_size is the image as it is. Sizes that come to the same factor
/// are one. Errors: usage, naming the axis that is empty or the size below 1.
std::vector<SweepStream> image_streams(std::vector<NamedImage> images, const std::vector<std::int64_t>& sizes,
                                       const raster::Discriminator& discriminator);

/// Axes density and elements. Streams of exactly these sizes in which each element is valid with that
/// probability, see data::bernoulli_mask(). Errors: usage, naming the axis that is empty, a density outside
/// [0, 1], a size below 1.
std::vector<SweepStream> density_streams(const std::vector<double>& densities,
                                         const std::vector<std::int64_t>& sizes, std::uint64_t seed);

/// What is varied. A row of the results stands on the axes of its stream, then block, algorithm, prefix-sum,
/// run-lengths and concatenate.
struct SweepAxes {
    std::vector<SweepStream> streams;
    std::vector<int> blocks{32, 128, 256, 512, 2048};
    std::vector<raster::Algorithm> algorithms{raster::all_algorithms.begin(), raster::all_algorithms.end()};
    std::vector<raster::PrefixSumMethod> prefix_sums{raster::PrefixSumMethod::automatic};
    std::vector<raster::RunLengthMethod> run_lengths{raster::RunLengthMethod::automatic};
    std::vector<raster::ConcatenationMethod> concatenations{raster::ConcatenationMethod::automatic};
    raster::AutoOptions automatic{};
    bool era_limits = false;
};

/// What does not depend on a parameter (see catalog::CompactionEntry) has one variant for all of its values,
/// whose value on that axis is this.

/// Every combination of the axes: one group for each stream and block size, so that the algorithms and
/// methods are interleaved and share a roof, and the memory needed is that of one block size. What works on
/// the whole stream is planned once, with the first block size, and stands on no block and no concatenation.
/// Plan::experiment and title are left to the caller.
///
/// Errors, before anything runs: usage where an axis is empty (naming it), a block size that does not exist,
/// or streams on different axes (images beside densities); failure where a stream is over
/// raster::max_stream_size.
Plan make_sweep(raster::Engine& engine, const SweepAxes& axes);

} // namespace scanline::bench
