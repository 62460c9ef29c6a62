#pragma once
#include "scanline/catalog/system.h"

namespace scanline::cli {

/// Runs the command line with these systems. Returns the exit code; prints what goes wrong.
int run(catalog::Systems systems, int argc, char** argv);

} // namespace scanline::cli
