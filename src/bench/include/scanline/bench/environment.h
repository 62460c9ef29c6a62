#pragma once
#include "scanline/bench/results.h"
#include "scanline/gl/capabilities.h"
#include "scanline/gl/timer.h"

#include <string>

namespace scanline::bench {

/// What measurements on this OpenGL with this timer are made with, now. command: the command line that was
/// given, as a shell would take it again.
Environment make_environment(const gl::Capabilities& capabilities, gl::TimerKind timer, std::string command);

/// The same of measurements without OpenGL.
Environment make_environment(std::string command);

} // namespace scanline::bench
