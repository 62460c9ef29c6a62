#pragma once
#include "scanline/view/view_request.h"

#include <functional>

namespace scanline::view {

class Workbench;

/// Opens the window and stays until it is closed. The session is taken up where there is one, and kept at the
/// end; a session that cannot be kept is told on standard error. Frames are drawn only when something
/// happens. On the main thread. go_on: called with the program between frames, at least twice a second; false
/// ends it. May be empty.
///
/// Errors: no_opengl without a display or an OpenGL; those of the request.
void run_window(const ViewRequest& request, const std::function<bool(Workbench&)>& go_on = {});

} // namespace scanline::view
