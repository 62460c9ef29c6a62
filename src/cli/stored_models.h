#pragma once
#include "scanline/bench/results.h"
#include "scanline/cpu/auto_scan.h"
#include "scanline/systems/sweep.h"

#include <string>

// The models of auto: stored or built-in. Only `scanline tune` measures; no other command spends that time. A
// file that is damaged, or from another device or version, is not used; the first two functions report it on
// standard error.

namespace scanline::cli {

/// The costs for auto compaction on this machine; null: the built-in ones.
systems::AutoCosts auto_costs(machine::Machine& machine);

/// The model for auto scans on the CPU: measured on this machine, or the usual one.
cpu::ScanModel scan_model();

/// Describes which raster::AutoModel or cpu::ScanModel is in effect: "shipped" or "usual", or a file with its
/// date.
template <class Model>
std::string describe_model(const bench::Environment& environment);

/// The environment of a machine, with this process's command line.
bench::Environment environment_of(machine::Machine& machine);

} // namespace scanline::cli
