#pragma once
#include "scanline/cpu/scan_model.h"

#include <string>

namespace scanline::cli {

/// What auto takes among the scans on the CPU: a line for each step, in place and apart.
std::string scan_model_table(const cpu::ScanModel& model);

} // namespace scanline::cli
