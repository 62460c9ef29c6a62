#pragma once
#include "scanline/systems/system.h"

namespace scanline::cli {

/// Runs the command line with these systems. Prints errors and returns the exit code.
int run(systems::Systems systems, int argc, char** argv);

} // namespace scanline::cli
