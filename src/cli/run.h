#pragma once
#include "scanline/catalog/system.h"

namespace scanline::cli {

/// Runs the command line with these systems. Prints errors and returns the exit code.
int run(catalog::Systems systems, int argc, char** argv);

} // namespace scanline::cli
