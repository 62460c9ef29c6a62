#pragma once
#include "kdtree/run.h"
#include "kdtree/setup.h"
#include "kdtree/sight.h"
#include "kit/canvas.h"

#include <span>
#include <vector>

namespace scanline::view {

/// What the plane and the space are drawn from.
struct KdPicture {
    const KdRun& run;
    const KdSight& sight;
    const KdSetup& setup;
    std::int64_t hovered = -1; ///< the node under the mouse, here or in the arrays
};

/// What the user did in it.
struct KdAnswer {
    std::int64_t hovered = -1; ///< node
    KdSetup setup;             ///< with another query or camera
};

/// Fills a rectangle of the window: points in the plane with splits as lines, or points in space with splits
/// as planes, which a drag turns and the wheel zooms.
KdAnswer draw_kd_points(const Look& look, const KdPicture& picture, const Rect& area);

/// The colour of a point, wherever it is drawn.
ImU32 colour_of(const Look& look, KdRole role);
/// The colour of splits along an axis.
ImU32 axis_colour(const Look& look, int axis);
/// The colour that a part of space is filled with.
ImU32 fill_of(const Look& look, KdRegion::Kind kind);

/// Before and after a step of the build, an index array for each coordinate. Empty where there is nothing.
struct KdArraysAt {
    std::span<const std::vector<std::int32_t>> before, after;
};
KdArraysAt arrays_at(const KdRun& run, int step);

/// What the cell of a point is at a step.
KdRole cell_role(const KdRun& run, int step, std::int32_t point);

/// True if cells of all points can be told apart in such a width.
bool kd_arrays_fit(const Look& look, const KdRun& run, float width);
/// The height that the arrays of so many coordinates take.
float kd_arrays_height(const Look& look, int dimensions, bool narrow);
/// The arrays of a run that is followed, each before the step, and behind it after the step. Returns the node
/// under the mouse; -1 for none.
std::int64_t draw_kd_arrays(const Look& look, const KdRun& run, int step, std::int64_t hovered,
                            const Rect& area, bool narrow);

} // namespace scanline::view
