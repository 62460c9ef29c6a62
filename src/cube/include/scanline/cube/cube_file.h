#pragma once
#include "scanline/cube/cube.h"

#include <cstdint>
#include <filesystem>

namespace scanline::cube {

/// Writes a cube as an archive of arrays that NumPy reads too: dictionaries, codes and measures of rows, and
/// the keys, children, counts and values of the tree. Atomically: a crash leaves an older file whole. Errors:
/// those of data::write_file().
void write_cube(const std::filesystem::path& path, const Cube& cube);

/// Reads a cube; the rest of the tree follows from what is stored. Errors name the path and the problem:
/// those of data::read_npz(); no cube; a newer format, with the remedy; arrays that contradict each other.
Cube read_cube(const std::filesystem::path& path);

} // namespace scanline::cube
