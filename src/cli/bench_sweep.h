#pragma once
#include <CLI/CLI.hpp>

namespace scanline::cli {

/// `bench compact`: compactions over any of their axes.
void add_sweep_command(CLI::App& bench);

} // namespace scanline::cli
