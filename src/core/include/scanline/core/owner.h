#pragma once
#include <filesystem>

namespace scanline {

/// Whether the file that a path names belongs to another user, but root: what a program keeps for itself is
/// not to be trusted then. False if there is none.
///
///     if (is_of_another_user(cache))
///         return measure();
bool is_of_another_user(const std::filesystem::path& path);

} // namespace scanline
