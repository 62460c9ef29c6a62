#pragma once
#include "scanline/cpu/scan_model.h"

#include <string>

namespace scanline::cli {

/// What auto goes by among the scans on the CPU: as measured on this machine, or the usual. Its file is named
/// after the processor, so that one of another is not even found. What is there but damaged, or of another
/// version, is not used, and reported on standard error.
cpu::ScanModel stored_scan_model();

/// Which one it would be now, for people: "usual", or a file with its date.
std::string describe_scan_model();

} // namespace scanline::cli
