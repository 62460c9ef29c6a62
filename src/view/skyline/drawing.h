#pragma once
#include "kit/canvas.h"
#include "kit/points_view.h"
#include "kit/zoom.h"
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

} // namespace scanline::view
