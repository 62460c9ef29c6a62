#pragma once
#include "kit/traffic.h"
#include "scanline/core/cancellation.h"

#include <vector>

namespace scanline::view::skyline_scene {

struct Run;

/// How ranks find the skyline of a run, each with a slice of its points: as answer() does over ranks.
struct RankRun {
    struct Step {
        Traffic traffic;           ///< to others; before the first is sent, what each rank has left
        std::vector<bool> is_sent; ///< of the points
    };
    static constexpr std::size_t own_step = 1; ///< then each rank gets from every other in turn

    int ranks = 1;
    std::vector<int> rank_of; ///< of points
    std::vector<int> gone_in; ///< the step that finds a point dominated; 0: it is of the skyline
    std::vector<Step> steps{};
};

/// run: with its keys. Errors: Cancelled.
RankRun find_over_ranks(const Run& run, int ranks, const CancelHook& cancelled);

} // namespace scanline::view::skyline_scene
