#pragma once
#include <CLI/CLI.hpp>

namespace scanline::cli {

/// scanline bench cpu-scan-fig6 ...: every experiment with the scans on the CPU.
void add_cpu_scan_commands(CLI::App& bench);

} // namespace scanline::cli
