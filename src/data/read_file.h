#pragma once
#include "scanline/core/error.h"

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

namespace scanline::data {

/// The whole of a file. The Error says why it cannot be had: missing, a folder, no permission.
std::vector<std::byte> read_file(const std::filesystem::path& path);

/// "cannot read PATH: what", the one form of every reader's errors.
Error read_error(const std::filesystem::path& path, std::string_view what);

} // namespace scanline::data
