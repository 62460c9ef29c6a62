#pragma once
#include "scanline/cube/cube.h"

#include <filesystem>

namespace scanline::cube {

/// Writes a cube as an NPZ archive, whatever the extension: dictionaries, the codes and measures of rows, and
/// the keys, first children, counts and values of the tree; see table/cube_arrays.h. Atomic: a crash leaves
/// an older file intact. Errors: those of data::write_file().
void write_cube(const std::filesystem::path& path, const Cube& cube);

/// Reads a cube that write_cube() wrote, and derives the rest of its tree. Checks everything, the tree
/// against its rows included. Errors, naming the path and the problem: those of data::NpzFile; not a cube; a
/// newer format, with the remedy; inconsistent arrays. Also Cancelled.
///
///     write_cube("sales.cube", cube);
///     read_cube("sales.cube").tree == cube.tree
Cube read_cube(const std::filesystem::path& path, const CancelHook& cancelled = {});

} // namespace scanline::cube
