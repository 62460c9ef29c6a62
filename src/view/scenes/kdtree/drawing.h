#pragma once
#include "kit/canvas.h"
#include "kit/legend.h"
#include "kit/points_view.h"
#include "kit/widgets.h"
#include "kit/zoom.h"
#include "scenes/kdtree/device.h"
#include "scenes/kdtree/run.h"
#include "scenes/kdtree/setup.h"
#include "scenes/kdtree/step_view.h"

#include <optional>
#include <span>
#include <vector>

namespace scanline::view::kdtree_scene {

/// Its points are nodes.
struct Picture : RunPicture<Run, StepView> {
    /// The cells on the way to the pinned node that have been split, from the root.
    std::vector<Cell> path{};
    std::int64_t decision = -1; ///< the node of Decision; -1 for none
};
using Answer = PictureAnswer<Setup>; ///< with another query or camera

/// Fills a rectangle of the window with points in the plane, and splits as lines.
Answer draw_kd_plane(const Look& look, const Picture& picture, const Rect& area, Zoom& zoom);
/// The same with points in space, and splits as planes, which a drag rotates and the wheel zooms.
Answer draw_kd_space(const Look& look, const Picture& picture, const Rect& area);

/// How points and tree share the middle.
struct Panes {
    Rect points;
    std::optional<Rect> tree; ///< beside or below the points, whichever shows these larger; none: no room
};
Panes panes_of(const Look& look, const Rect& area, const Run& run);

/// Places nodes on the screen: a row for each level, and in each row node order from left to right, so that
/// a subtree fills a range.
struct TreeRows {
    TreeRows(const Look& look, const Run& run, const Rect& pane);

    /// The root of a subtree.
    ImVec2 at(const kdtree::Subtree& subtree) const;
    Rect row(int level) const;

    std::int64_t size;
    int apart = 1;        ///< the first levels, whose nodes can be told apart
    Rect area, rows;      ///< with and without headings and margins
    float height, radius; ///< of a row, of a node
};

/// Draws the tree with the colours of its points. Returns the node under the mouse; -1 for none.
std::int64_t draw_kd_tree(const Look& look, const Picture& picture, const TreeRows& rows);

/// The index arrays before and after a step of the build, one per coordinate. Empty if there is nothing.
struct ArraysAt {
    std::span<const std::vector<std::int32_t>> before, after;
};
ArraysAt arrays_at(const Run& run, int step);

/// The role of a point's cell at a step.
Role cell_role(const Run& run, int step, std::int32_t point);

/// True if cells of all points can be told apart in this width.
bool arrays_fit(const Look& look, const Run& run, float width);
/// The height of the arrays for this many coordinates.
float arrays_height(const Look& look, int dimensions, bool narrow);
/// Draws the arrays of a followed run, each as it is before the step, then as it is after the step. Returns
/// the point under the mouse; -1 for none.
int draw_kd_arrays(const Look& look, const Picture& picture, int step, const Rect& area, bool narrow);

// Colours and shapes of every drawing and the legend. Neighbours differ in lightness or shape as well as hue,
// so that people without colour vision can distinguish them.

/// The colour of a point.
ImU32 colour_of(const Look& look, Role role);
/// True for points that stand out from the others: they are larger, and drawn last.
bool stands_out(Role role);
/// A point in the shape of its role: disc, ring, square, triangle. simple: one of many, which are all
/// squares, larger ones if they stand out.
void draw_mark(ImDrawList& list, const Look& look, Role role, ImU32 colour, ImVec2 at, float radius,
               bool simple = false);
/// True if so many points are drawn simply.
constexpr bool drawn_simply(std::size_t points) {
    return points > 1500;
}
/// An entry of the legend: a mark, and what it means.
void mark_key(const Look& look, Role role, const char* meaning, bool simple);

/// The colour of splits along an axis.
ImU32 axis_colour(const Look& look, int axis);
ImU32 outline_of(const Look& look, Region::Kind kind);
ImU32 fill_of(const Look& look, Region::Kind kind, int rank = 0);

// Parts of the inspector.

void show_tree(const Look& look, const Run& run);
void show_counts(const Look& look, const Run& run, const Counts& counts);
/// device: null while the GPU builds, or if it failed.
void show_times(const Look& look, const Run& run, const DeviceBuild* device);
void show_batch(const Look& look, const Batch& batch);
/// simple: points are drawn simply, see draw_mark(); ranks: 1 for one process.
void add_legend(Legend& legend, const Run& run, bool query, int ranks);

/// The stages of the CPU's build and, if it ran, of the GPU's: each has the same colour in both.
StageTable build_table(const Run& run, const DeviceBuild* device);

} // namespace scanline::view::kdtree_scene
