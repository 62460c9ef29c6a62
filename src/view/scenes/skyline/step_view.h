#pragma once
#include "scanline/core/named.h"
#include "scenes/skyline/run.h"

#include <array>
#include <string>
#include <vector>

namespace scanline::view::skyline_scene {

/// The steps of SkyAlign in order; the last is there once for each level.
enum class Phase { input, filter, quartiles, masks, sort, level };
constexpr auto table_of(Phase) {
    using enum Phase;
    return named<Phase>({{input, "input"},
                         {filter, "pre-filter"},
                         {quartiles, "quartiles"},
                         {masks, "masks"},
                         {sort, "sort"},
                         {level, "level"}});
}
using scanline::to_string;

/// The role of a point at a step, which selects its mark; in the order of drawing, what stands out last.
enum class Role {
    gone,    ///< found dominated in an earlier step
    waiting, ///< nothing is known of it
    pruned,  ///< found dominated in this step
    skyline,
};
inline constexpr std::array all_roles{Role::gone, Role::waiting, Role::pruned, Role::skyline};

/// What the middle shows at a step.
struct StepView {
    Phase stage = Phase::input;
    int level = -1; ///< -1: the step is none
    std::string title, sentence;
    std::vector<Role> roles; ///< of the points
    skyline::Counters now, so_far;
    std::int64_t pruned = 0;              ///< in this step
    std::int64_t left = 0, found = 0;     ///< after it: points of which nothing is known, and of the skyline
    int focus = -1;                       ///< the point that the step is about; -1 for none
    const RankRun::Step* ranks = nullptr; ///< over ranks, without a stage of SkyAlign

    bool has(Phase other) const { return stage >= other; }
};

/// The number of steps, the input included: of SkyAlign, or of ranks.
int steps_of_run(const Run& run);
/// The step of a level, and the level of a step: -1 if it is none.
int step_of_level(int level);
int sky_level(int step);

StepView step_view(const Run& run, int step);

/// The first bits of a mask, that of column 0 first: "10".
std::string mask_text(std::uint32_t mask, int columns);

/// Number of points that this one dominates.
std::int64_t dominated_by(const Run& run, std::uint32_t point);
/// The point that was found to dominate this one by the step; -1 if none was.
std::int64_t known_dominator(const Run& run, const StepView& view, std::int64_t point);

} // namespace scanline::view::skyline_scene
