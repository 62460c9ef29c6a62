#pragma once

namespace scanline::cli {

/// From now on Ctrl-C (SIGINT), SIGTERM and SIGHUP (the terminal was closed) set a flag that long work looks
/// at, instead of ending the program at once; a second one ends it. A signal that was ignored when the
/// program started, as under nohup, stays ignored.
void catch_interrupts();

bool interrupted();

} // namespace scanline::cli
