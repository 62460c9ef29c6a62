#pragma once
#include "kdtree/kdtree_run.h"
#include "kdtree/kdtree_sight.h"
#include "scanline/view/look.h"

#include <span>

namespace scanline::view {

/// Before and after a step of the build, an index array for each coordinate. Empty where there is nothing.
struct KdArraysAt {
    std::span<const std::vector<std::int32_t>> before, after;
};
KdArraysAt arrays_at(const KdRun& run, int step);

/// What the cell of a point is at a step.
KdRole cell_role(const KdRun& run, int step, std::int32_t point);

/// Whether cells of all points can be told apart in such a width.
bool kd_arrays_fit(const Look& look, const KdRun& run, float width);
/// The height that the arrays of so many coordinates take.
float kd_arrays_height(const Look& look, int dimensions, bool narrow);
/// The arrays of a run that is followed, each before the step, and behind it after the step. Returns the node
/// under the mouse; -1 for none.
std::int64_t draw_kd_arrays(const Look& look, const KdRun& run, int step, std::int64_t hovered, ImVec2 low,
                            ImVec2 high, bool narrow);

} // namespace scanline::view
