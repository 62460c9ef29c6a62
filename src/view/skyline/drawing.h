#pragma once
#include "chart/view.h"
#include "kit/canvas.h"
#include "kit/points_view.h"
#include "kit/zoom.h"
#include "skyline/device.h"
#include "skyline/sight.h"

namespace scanline::view {

using SkyPicture = RunPicture<SkyRun, SkySight>;
using SkyAnswer = PictureAnswer<SkySetup>; ///< with another camera, other brushes or directions

/// True if a point is in all brushes.
bool in_brushes(const SkyRun& run, const SkySetup& setup, std::uint32_t point);

/// Fills a rectangle of the window with points in the plane, or on a line, which the wheel zooms.
SkyAnswer draw_sky_plane(const Look& look, const SkyPicture& picture, const Rect& area, Zoom& zoom);
/// The same with points in space, which a drag turns.
SkyAnswer draw_sky_space(const Look& look, const SkyPicture& picture, const Rect& area);
/// An axis for each column, better values at the top, and a line for each point. A click on the heading of an
/// axis turns its direction round; a drag on the axis brushes, and a double click there clears the brush.
SkyAnswer draw_sky_parallel(const Look& look, const SkyPicture& picture, const Rect& area);

// Roles differ in size, shape and lightness as well as hue, so that people without colour vision can
// distinguish them: the skyline has large discs, what is pruned crosses, what is gone small faint dots.

ImU32 colour_of(const Look& look, SkyRole role);
void draw_mark(ImDrawList& list, const Look& look, SkyRole role, ImVec2 at, float radius);

/// The entries of the legend, in the inspector. lines: those of parallel axes, not points.
void show_sky_legend(const Look& look, bool lines);

// Sections of the inspector.

/// A control for each column: its direction, or that it is ignored. Columns without numbers are named.
void draw_columns(const Look& look, const SkyRun& run, SkySetup& next);
void show_sky_counts(const Look& look, const SkyRun& run, const SkySight& sight);
/// check: null before it has been made.
void show_sky_check(const Look& look, const SkyCheck* check);
void show_sky_measured(const Look& look, const SkyMeasured& measured);

/// How charts of levels are shown: of rows, of tests, and of times.
using SkyCharts = std::array<ChartChoices, 3>;
/// Fills a rectangle of the window with charts over the levels, like figure 10 of the paper: rows pruned and
/// left, tests, and times on the GPU. check: null before it has been made.
void draw_level_charts(const Look& look, const SkyRun& run, const SkyCheck* check, const Rect& area,
                       SkyCharts& charts);

} // namespace scanline::view
