#pragma once
#include "scanline/bench/sweep.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::bench {

/// A sweep as a person asks for it: names and numbers.
struct SweepRequest {
    std::vector<std::string> images;     ///< paths; or else:
    std::vector<double> densities;       ///< of random streams
    std::vector<std::int64_t> sizes;     ///< none: 4,194,304 elements, or the images as they are
    std::filesystem::path default_image; ///< where there are neither images nor densities
    std::vector<int> blocks{32, 128, 256, 512, 2048};
    /// By name or alias, "all" for all.
    std::vector<std::string> algorithms{"all"};
    std::vector<std::string> prefix_sums{"auto"}, run_lengths{"auto"}, concatenations{"auto"};
    raster::AutoOptions automatic{};
    bool negate = false, era_limits = false;
    std::uint64_t seed = 1; ///< of the random streams
};

/// Its axes, with the images read. A stream has one axis more, negated. Errors: usage for what does not
/// exist, is out of range or empty, and for images beside densities; those of read_image().
SweepAxes make_axes(const SweepRequest& request);

/// What the plan of a free sweep is called, where named experiments have their own names and titles.
inline constexpr std::string_view sweep_name = "compact", sweep_title = "Stream compaction";

/// make_sweep() of them, with that name and title.
Plan make_sweep_plan(raster::Engine& engine, const SweepAxes& axes);

} // namespace scanline::bench
