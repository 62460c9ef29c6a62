#pragma once
#include <CLI/CLI.hpp>

namespace scanline::cli {

/// scanline kdtree verify.
void add_kdtree_verify(CLI::App& kdtree);

} // namespace scanline::cli
