#pragma once

namespace scanline::cli {

/// From now on Ctrl-C (SIGINT) and SIGTERM set a flag that long work looks at, instead of ending the program
/// at once; a second one ends it.
void catch_interrupts();

bool interrupted();

} // namespace scanline::cli
