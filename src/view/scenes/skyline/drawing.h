#pragma once
#include "kit/canvas.h"
#include "kit/chart_view.h"
#include "kit/legend.h"
#include "kit/points_view.h"
#include "kit/zoom.h"
#include "scenes/skyline/device.h"
#include "scenes/skyline/step_view.h"

namespace scanline::view::skyline_scene {

struct Picture : RunPicture<Run, StepView> {
    std::vector<Role> before{}; ///< in the last step, while marks travel from there; else empty

    bool had(std::uint32_t point, Role role) const { return !before.empty() && before[point] == role; }
    /// The role of a point as far as it may be told.
    Role role_of(std::uint32_t point) const { return hides(point) ? Role::waiting : view.roles[point]; }
};
using Answer = PictureAnswer<Setup>; ///< with another camera, other brushes or directions

/// The tooltip of a point, with what may be told of it.
std::string tooltip_at(const Picture& picture, std::uint32_t point);

/// True if a point is in all brushes.
bool in_brushes(const Run& run, const Setup& setup, std::uint32_t point);

/// Fills a rectangle of the window with points in the plane, or on a line, which the wheel zooms.
Answer draw_sky_plane(const Look& look, const Picture& picture, const Rect& area, Zoom& zoom);
/// The same with points in space, which a drag turns.
Answer draw_sky_space(const Look& look, const Picture& picture, const Rect& area);
/// An axis for each column, better values at the top, and a line for each point. A click on the heading of an
/// axis turns its direction round; a drag on the axis brushes, and a double click there clears the brush.
Answer draw_sky_parallel(const Look& look, const Picture& picture, const Rect& area);

// Roles differ in size, shape and lightness as well as hue, so that people without colour vision can
// distinguish them: the skyline has large discs, what is pruned crosses, what is gone small faint dots.

ImU32 colour_of(const Look& look, Role role);
/// Over ranks, the colour of the rank that has the point.
ImU32 colour_of(const Look& look, const Run& run, std::uint32_t point, Role role);
void draw_mark(ImDrawList& list, const Look& look, Role role, ImU32 colour, ImVec2 at, float radius);

/// The entries of the legend, in the inspector. lines: those of parallel axes, not points.
void add_sky_legend(Legend& legend, const Run& run, bool lines);

// Sections of the inspector.

/// A control for each column: its direction, or that it is ignored. Columns without numbers are named.
void draw_columns(const Look& look, const Run& run, Setup& next);
void show_sky_counts(const Look& look, const Run& run, const StepView& view);
/// check: null before it has been made.
void show_sky_check(const Look& look, const Check* check);
void show_sky_measured(const Look& look, const Measured& measured);

/// How charts of levels are shown: of rows, of tests, and of times.
using Charts = std::array<ChartChoices, 3>;
/// Fills a rectangle of the window with charts over the levels, like figure 10 of the paper: rows pruned and
/// left, tests, and times on the GPU. check: null before it has been made.
void draw_level_charts(const Look& look, const Run& run, const Check* check, const Rect& area,
                       Charts& charts);

} // namespace scanline::view::skyline_scene
