#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/systems/system.h"

namespace scanline::systems {

/// The entries, checks and experiments of skylines.
System skyline_system();

/// Every experiment with skylines, of generated float tables.
///
/// "skyline" has a group for each table, on axes kind (how values depend on one another), elements (rows),
/// dimensions (columns), algorithm, threads (of the CPU), by ("scanline-cpu", "scanline-compute", or the name
/// of a peer) and library (of a peer: its description); "-" where one does not apply. Work begins with the
/// table as keys in the memory of the program and ends with the row numbers there, so the copies to the GPU
/// and back are timed, by the wall clock. Rows have the counts skyline_rows, dominance_tests and mask_tests,
/// of a run of their own; of peers skyline_rows alone.
///
/// "skyline-levels" has SkyAlign on OpenGL alone, with its stages; the GPU is waited for after each. Each
/// level counts points (alive at its start), pruned, dominance_tests and mask_tests; the pre-filter counts
/// pruned.
///
/// Every result is checked before it is timed, see wrong_rows(): of the first of a table some rows against
/// every row, all of them in a small one; the others must be equal to it.
Experiments skyline_experiments();

} // namespace scanline::systems
