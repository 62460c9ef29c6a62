#pragma once
#include "chart/view.h"
#include "skyline/device.h"
#include "skyline/sight.h"

namespace scanline::view {

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
