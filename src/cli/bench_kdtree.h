#pragma once
#include <CLI/CLI.hpp>

namespace scanline::cli {

/// scanline bench kdtree and the like: every one of bench::kdtree_experiments().
void add_kdtree_bench_commands(CLI::App& bench);

} // namespace scanline::cli
