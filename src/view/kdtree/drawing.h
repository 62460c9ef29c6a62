#pragma once
#include "kdtree/device.h"
#include "kdtree/run.h"
#include "kdtree/setup.h"
#include "kdtree/sight.h"
#include "kit/canvas.h"
#include "kit/points_view.h"
#include "kit/zoom.h"
#include "scanline/view/widgets.h"

#include <optional>
#include <span>
#include <vector>

namespace scanline::view {

/// Its points are nodes.
struct KdPicture : RunPicture<KdRun, KdSight> {
    /// The cells on the way to the pinned node that have been split, from the root.
    std::vector<KdCell> path{};
};
using KdAnswer = PictureAnswer<KdSetup>; ///< with another query or camera

/// Fills a rectangle of the window with points in the plane, and splits as lines.
KdAnswer draw_kd_plane(const Look& look, const KdPicture& picture, const Rect& area, Zoom& zoom);
/// The same with points in space, and splits as planes, which a drag rotates and the wheel zooms.
KdAnswer draw_kd_space(const Look& look, const KdPicture& picture, const Rect& area);

/// How points and tree share the middle.
struct KdPanes {
    Rect points;
    std::optional<Rect> tree; ///< beside or below the points, whichever shows these larger; none: no room
};
KdPanes kd_panes(const Look& look, const Rect& area, const KdRun& run);

/// Places nodes on the screen: a row for each level, and in each row node order from left to right, so that
/// a subtree fills a range.
struct KdTreeRows {
    KdTreeRows(const Look& look, const KdRun& run, const Rect& pane);

    /// The root of a subtree.
    ImVec2 at(const kdtree::Subtree& subtree) const;
    Rect row(int level) const;

    std::int64_t size;
    int apart = 1;        ///< the first levels, whose nodes can be told apart
    Rect area, rows;      ///< with and without headings and margins
    float height, radius; ///< of a row, of a node
};

/// Draws the tree with the colours of its points. Returns the node under the mouse; -1 for none.
std::int64_t draw_kd_tree(const Look& look, const KdPicture& picture, const KdTreeRows& rows);

/// The index arrays before and after a step of the build, one per coordinate. Empty if there is nothing.
struct KdArraysAt {
    std::span<const std::vector<std::int32_t>> before, after;
};
KdArraysAt arrays_at(const KdRun& run, int step);

/// The role of a point's cell at a step.
KdRole cell_role(const KdRun& run, int step, std::int32_t point);

/// True if cells of all points can be told apart in this width.
bool kd_arrays_fit(const Look& look, const KdRun& run, float width);
/// The height of the arrays for this many coordinates.
float kd_arrays_height(const Look& look, int dimensions, bool narrow);
/// Draws the arrays of a followed run, each as it is before the step, then as it is after the step. Returns
/// the point under the mouse; -1 for none.
int draw_kd_arrays(const Look& look, const KdPicture& picture, int step, const Rect& area, bool narrow);

// Colours and shapes of every drawing and the legend. Neighbours differ in lightness or shape as well as hue,
// so that people without colour vision can distinguish them.

/// The colour of a point.
ImU32 colour_of(const Look& look, KdRole role);
/// True for points that stand out from the others: they are larger, and drawn last.
bool stands_out(KdRole role);
/// A point in the shape of its role: disc, ring, square, triangle. simple: one of many, which are all
/// squares, larger ones if they stand out.
void draw_mark(ImDrawList& list, const Look& look, KdRole role, ImVec2 at, float radius, bool simple = false);
/// True if so many points are drawn simply.
constexpr bool drawn_simply(std::size_t points) {
    return points > 1500;
}
/// An entry of the legend: a mark, and what it means.
void mark_key(const Look& look, KdRole role, const char* meaning, bool simple);

/// The colour of splits along an axis.
ImU32 axis_colour(const Look& look, int axis);
ImU32 outline_of(const Look& look, KdRegion::Kind kind);
ImU32 fill_of(const Look& look, KdRegion::Kind kind);

// Parts of the inspector.

void show_tree(const Look& look, const KdRun& run);
void show_counts(const Look& look, const KdRun& run, const KdCounts& counts);
/// device: null while the GPU builds, or if it failed.
void show_times(const Look& look, const KdRun& run, const KdDeviceBuild* device);
void show_batch(const Look& look, const KdBatch& batch);
/// simple: points are drawn simply, see draw_mark().
void show_legend(const Look& look, bool query, bool simple);

/// The stages of the CPU's build and, if it ran, of the GPU's: each has the same colour in both.
StageTable build_table(const KdRun& run, const KdDeviceBuild* device);

} // namespace scanline::view
