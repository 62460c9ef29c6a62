#pragma once
#include <filesystem>

namespace scanline {

/// Returns true if the file at `path` exists and belongs to a user other than this one and root. Do not trust
/// such a file as a cache of this program.
///
///     if (is_of_another_user(cache))
///         return measure();
bool is_of_another_user(const std::filesystem::path& path);

} // namespace scanline
