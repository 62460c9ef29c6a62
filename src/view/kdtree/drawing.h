#pragma once
#include "kdtree/run.h"
#include "kdtree/setup.h"
#include "kdtree/sight.h"
#include "kit/canvas.h"

#include <glm/vec2.hpp>
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

/// What the person did in it.
struct KdAnswer {
    std::int64_t hovered = -1; ///< node
    KdSetup setup;             ///< with another query or camera
};

/// Points in the plane with splits as lines. Fills a rectangle of the window, in pixels of the screen.
KdAnswer draw_kd_plane(const Look& look, const KdPicture& picture, ImVec2 low, ImVec2 high);
/// Points in space with splits as planes: drag to turn, wheel to zoom.
KdAnswer draw_kd_space(const Look& look, const KdPicture& picture, ImVec2 low, ImVec2 high);

/// Of a point, wherever it is drawn.
ImU32 colour_of(const Look& look, KdRole role);
/// Of splits along an axis.
ImU32 axis_colour(const Look& look, int axis);
/// Of a part of space.
ImU32 fill_of(const Look& look, KdRegion::Kind kind);
ImU32 outline_of(const Look& look, KdRegion::Kind kind);

/// The width of a split: those of the first levels divide more.
float split_width(const Look& look, const KdSplit& split);

// What the plane and the space draw alike.

inline ImVec2 pixel(const glm::dvec2& at) {
    return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

/// Pixels of a point: the more there are, the smaller.
float point_radius(const Look& look, std::size_t points);

/// A point; of many only a square.
void draw_point(ImDrawList& list, const Look& look, ImVec2 at, float radius, KdRole role, bool many);
/// A ring around the point that is looked at, or under the mouse.
void draw_ring(ImDrawList& list, const Look& look, ImVec2 at, float radius, ImU32 colour);
/// Where the query is.
void draw_query(ImDrawList& list, const Look& look, ImVec2 at);
/// The indices of points in these places beside them, each where none of those before it is; those without
/// such a place have none. The brightest come first; only so few points have room for them.
inline constexpr std::size_t most_labelled = 40;
void draw_labels(ImDrawList& list, const Look& look, const KdPicture& picture,
                 const std::vector<ImVec2>& places);

/// Which point the mouse is over.
class NearestPoint {
public:
    NearestPoint(const Look& look, bool hovered) : greatest_(look.px(10)), hovered_(hovered) {}
    void offer(ImVec2 at, std::int64_t node);
    std::int64_t node() const { return node_; }

private:
    float greatest_;
    bool hovered_;
    std::int64_t node_ = -1;
};
void show_point_tooltip(const KdRun& run, std::int64_t node);

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
