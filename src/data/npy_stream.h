#pragma once
#include "scanline/data/npy.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace scanline::data {

/// Fills the bytes as far as a file goes, and returns how many it filled.
using Read = std::function<std::size_t(std::span<std::byte>)>;

/// As many bytes, or fewer where the file ends before. Memory grows with what comes, because a damaged file
/// may announce any size.
std::vector<std::byte> read_up_to(const Read& read, std::size_t most);

/// Reads the header of an NPY file of so many bytes, with which it must agree. The path is for messages, here
/// and below.
NpyLayout read_npy_layout(const std::filesystem::path& path, std::uint64_t size, const Read& read);

/// Reads such a file. No memory is taken for the elements before the header is known to agree.
NpyArray read_npy(const std::filesystem::path& path, std::uint64_t size, const Read& read);

} // namespace scanline::data
