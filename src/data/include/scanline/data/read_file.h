#pragma once
#include "scanline/core/error.h"

#include <cstddef>
#include <filesystem>
#include <limits>
#include <string_view>
#include <vector>

namespace scanline::data {

/// The whole of a file. The Error says why it cannot be had: missing, a folder, no permission, more than
/// max_bytes, of a pipe or a device (which may have no end) also more than 1 GiB, no memory for its bytes.
std::vector<std::byte> read_file(const std::filesystem::path& path,
                                 std::size_t max_bytes = std::numeric_limits<std::size_t>::max());

/// "cannot read PATH: what", the one form of every reader's errors.
Error read_error(const std::filesystem::path& path, std::string_view what);

} // namespace scanline::data
