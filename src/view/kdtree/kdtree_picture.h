#pragma once
#include "kdtree/kdtree_run.h"
#include "kdtree/kdtree_setup.h"
#include "kdtree/kdtree_sight.h"
#include "scanline/view/look.h"

namespace scanline::view {

/// What the plane and the space are drawn from.
struct KdPicture {
    const KdRun& run;
    const KdSight& sight;
    const KdSetup& setup;
    std::int64_t hovered = -1; ///< the node under the mouse, here or in the arrays
};

/// What the person did in it.
struct KdAnswer {
    std::int64_t hovered = -1; ///< node
    KdSetup setup;             ///< with another query or camera
};

/// Points in the plane with splits as lines. Fills a rectangle of the window, in pixels of the screen.
KdAnswer draw_kd_plane(const Look& look, const KdPicture& picture, ImVec2 low, ImVec2 high);
/// Points in space with splits as planes: drag to turn, wheel to zoom.
KdAnswer draw_kd_space(const Look& look, const KdPicture& picture, ImVec2 low, ImVec2 high);

} // namespace scanline::view
