#include "compaction_image/pass_match.h"

#include "scanline/raster/passes.h"

#include <algorithm>

namespace scanline::view {

namespace {

/// Of a stage in the order in which they run; one that is not known comes first.
std::ptrdiff_t rank_of(std::string_view stage) {
    const auto found = std::ranges::find(raster::stage::all, stage);
    return found == raster::stage::all.end() ? -1 : found - raster::stage::all.begin();
}

} // namespace

int matching_step(std::span<const TraceStep> steps, int step, std::span<const TraceStep> others) {
    const TraceStep& wanted = steps[static_cast<std::size_t>(step)];
    const auto place_in_stage =
        std::ranges::count(steps.first(static_cast<std::size_t>(step)), wanted.stage, &TraceStep::stage);

    int same_place = -1, before = 0;
    std::ptrdiff_t place = 0;
    for (int i = 0; i < static_cast<int>(others.size()); ++i) {
        const TraceStep& other = others[static_cast<std::size_t>(i)];
        if (other.stage == wanted.stage) {
            if (other.pass == wanted.pass && other.step == wanted.step)
                return i;
            if (place++ <= place_in_stage)
                same_place = i;
        } else if (rank_of(other.stage) < rank_of(wanted.stage)) {
            before = i;
        }
    }
    return same_place >= 0 ? same_place : before;
}

} // namespace scanline::view
