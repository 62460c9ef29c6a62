#pragma once
#include "scanline/data/image.h"
#include "scanline/view/view_request.h"

namespace scanline::view {

/// What the program would show, as a picture, with no display: the window's frame is drawn by a headless
/// OpenGL once nothing is being waited for any more. No session is read or written. Errors: those of the
/// request; whatever would have been shown in a dialog; failure where the scene is still busy after
/// `limit_seconds`.
data::Image render_headless(const ViewRequest& request, double limit_seconds = 600);

} // namespace scanline::view
