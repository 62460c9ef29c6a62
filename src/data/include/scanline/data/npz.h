#pragma once
#include "scanline/data/npy.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace scanline::data {

/// Arrays by their names, in the order of the file.
using NpzArrays = std::vector<std::pair<std::string, NpyArray>>;

/// Reads an archive of arrays, as numpy.savez and numpy.savez_compressed write them; what else lies in it is
/// left out. Errors name the path and what is wrong: no such file, no ZIP archive, an entry that is damaged,
/// larger than 64 GiB, or said to be larger than its compressed bytes can be, and those of read_npy() with
/// the name of the array.
NpzArrays read_npz(const std::filesystem::path& path);

/// Writes one as numpy.savez does, not compressed, whole or not at all; the same arrays give the same bytes.
/// Errors: usage for no arrays at all; those of write_file() and of format_npy().
void write_npz(const std::filesystem::path& path, const NpzArrays& arrays);

} // namespace scanline::data
