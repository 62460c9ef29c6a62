#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/bench/peer.h"
#include "scanline/bench/row_access.h"
#include "scanline/core/clock.h"
#include "scanline/cpu/scan_model.h"
#include "scanline/cpu/thread_team.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::bench {

struct CpuScanOptions {
    bool quick = false; ///< smaller arrays and fewer points, seconds instead of minutes
    /// Elements, each 1 or more. Empty: those of the experiment.
    std::vector<std::int64_t> sizes{};
    /// Of the algorithms of several threads, each 1 or more. Empty: those of the experiment.
    std::vector<int> threads{};
    std::vector<Peer> peers{}; ///< those of the experiment's that shall take part
    /// "auto" goes by it with all processors, and by what is usual with fewer.
    cpu::ScanModel model = cpu::usual_scan_model(cpu::ThreadTeam::all_processors());
    Clock clock = steady_time; ///< of all that has none of its own, as peers have
};

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

} // namespace scanline::bench
