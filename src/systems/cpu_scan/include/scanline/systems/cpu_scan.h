#pragma once
#include "scanline/systems/system.h"

#include <string>

namespace scanline::systems {

/// The entries, checks and experiments of prefix sums on the CPU.
System cpu_scan_system();

/// Every experiment with the scans on the CPU, of float32, without OpenGL, in the paper's order. Their plans
/// have a group for each size, place and number of threads, with memory of its own, on axes place ("in
/// place", where fig6 tells it "in cache" for what the second level cache holds, "apart"), elements, threads
/// (that may work), by ("scanline", "memory", or the name of a peer), algorithm (of a peer: its description),
/// partition and dilation. The roof of a group is a pass over the same memory by as many threads: an
/// increment in place, a streaming copy apart. Before each run in place the elements are put back, untimed;
/// short runs are repeated, and one of them is told. Every result is compared with sums in float64 before it
/// is timed; what differs by more than 1e-4 of the sum of magnitudes is skipped, see wrong_rows().
Experiments cpu_scan_experiments();

/// A Markdown table of every row: its speed in parts of one thread's scalar scan, of the fastest library, and
/// of the roof. Of the same group each. A library is what runs its own code: neither intrinsics nor
/// tbb-scan-simd, whose inner loop was written for this comparison.
std::string cpu_scan_summary(const Results& results);

} // namespace scanline::systems
