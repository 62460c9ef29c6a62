#pragma once
#include <CLI/CLI.hpp>

namespace scanline::cli {

/// scanline kdtree build.
void add_kdtree_build(CLI::App& kdtree);

} // namespace scanline::cli
