#pragma once
#include <CLI/CLI.hpp>

namespace scanline::cli {

/// scanline kdtree knn, radius and box.
void add_kdtree_queries(CLI::App& kdtree);

} // namespace scanline::cli
