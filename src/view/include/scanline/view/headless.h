#pragma once
#include "scanline/data/image.h"
#include "scanline/view/view_request.h"

#include <functional>

namespace scanline::view {

/// What the program would show, as a picture, with no display: the window's frame is drawn by a headless
/// OpenGL once nothing is being waited for any more. No session is read or written. go_on: called while it
/// waits; false ends it. May be empty. Errors: those of the request; whatever would have been shown in a
/// dialog; usage for too many pixels; failure for a size that the GPU cannot draw, where the scene
/// is still busy after `limit_seconds`, and where go_on() ended it.
data::Image render_headless(const ViewRequest& request, const std::function<bool()>& go_on = {},
                            double limit_seconds = 600);

} // namespace scanline::view
