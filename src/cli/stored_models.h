#pragma once
#include "scanline/bench/request.h"
#include "scanline/bench/results.h"

#include <string>

// What auto goes by: either a stored model or a built-in one. Only `scanline tune` measures; no other
// command spends that time. A file that is damaged, or of another device or version, is not used, and
// reported on standard error by the first two.

namespace scanline::cli {

/// The costs that auto compaction goes by on this machine: null for those that the program comes with.
bench::AutoCosts auto_costs(machine::Machine& machine);

/// The model that auto scans on the CPU go by: as measured on this machine, or the usual one.
cpu::ScanModel scan_model();

/// Which model of raster::AutoModel or cpu::ScanModel would be in use now, for people: "shipped" or "usual",
/// or a file with its date.
template <class Model>
std::string describe_model(const bench::Environment& environment);

/// The environment of a machine, for the command line that the program was started with.
bench::Environment environment_of(machine::Machine& machine);

} // namespace scanline::cli
