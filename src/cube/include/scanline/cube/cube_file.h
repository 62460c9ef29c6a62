#pragma once
#include "scanline/cube/cube.h"

#include <filesystem>

namespace scanline::cube {

/// Writes a cube as an archive of arrays that NumPy reads too, whatever the extension: dictionaries, codes
/// and measures of rows, and the keys, first children, counts and values of the tree, see
/// table/cube_arrays.h. Atomic: a crash leaves an older file whole. Errors: those of data::write_file().
void write_cube(const std::filesystem::path& path, const Cube& cube);

/// Reads what write_cube() wrote: the same cube. The rest of the tree follows from what is stored. Errors
/// name the path and the problem: those of data::NpzFile; no cube; a newer format, with the remedy; arrays
/// that contradict each other: a tree is compared with its rows.
///
///     write_cube("sales.cube", cube);
///     read_cube("sales.cube").tree == cube.tree
Cube read_cube(const std::filesystem::path& path);

} // namespace scanline::cube
