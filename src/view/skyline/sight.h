#pragma once
#include "scanline/core/named.h"
#include "skyline/run.h"

#include <array>
#include <string>
#include <vector>

namespace scanline::view {

/// The steps of SkyAlign in order; the last is there once for each level.
enum class SkyStage { input, filter, quartiles, masks, sort, level };
constexpr auto table_of(SkyStage) {
    using enum SkyStage;
    return named<SkyStage>({{input, "input"},
                            {filter, "pre-filter"},
                            {quartiles, "quartiles"},
                            {masks, "masks"},
                            {sort, "sort"},
                            {level, "level"}});
}
using scanline::to_string;

/// The role of a point at a step, which selects its mark; in the order of drawing, what stands out last.
enum class SkyRole {
    gone,    ///< found dominated in an earlier step
    waiting, ///< nothing is known of it
    pruned,  ///< found dominated in this step
    skyline,
};
inline constexpr std::array all_sky_roles{SkyRole::gone, SkyRole::waiting, SkyRole::pruned, SkyRole::skyline};

/// What the middle shows at a step.
struct SkySight {
    SkyStage stage = SkyStage::input;
    int level = -1; ///< -1: the step is none
    std::string title, sentence;
    std::vector<SkyRole> roles; ///< of the points
    skyline::Counters now, so_far;
    std::int64_t pruned = 0;          ///< in this step
    std::int64_t left = 0, found = 0; ///< after it: points of which nothing is known, and of the skyline
    int focus = -1;                   ///< the point that the step is about; -1 for none

    bool has(SkyStage other) const { return stage >= other; }
};

/// The number of steps, the input included.
int sky_steps(const SkyRun& run);
/// The step of a level, and the level of a step: -1 if it is none.
int step_of_level(int level);
int sky_level(int step);

SkySight sky_sight(const SkyRun& run, int step);

/// The first bits of a mask, that of column 0 first: "10".
std::string mask_text(std::uint32_t mask, int columns);

/// Number of points that this one dominates.
std::int64_t dominated_by(const SkyRun& run, std::uint32_t point);
/// The point that was found to dominate this one by the step; -1 if none was.
std::int64_t known_dominator(const SkyRun& run, const SkySight& sight, std::int64_t point);

} // namespace scanline::view
