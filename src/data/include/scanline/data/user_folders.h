#pragma once
#include <filesystem>
#include <optional>

namespace scanline::data {

/// Where a program keeps files of a user's, by the XDG Base Directory Specification: $XDG_CACHE_HOME/scanline
/// for what can be made again, or ~/.cache/scanline where that variable is not a whole path; $XDG_CONFIG_HOME
/// and ~/.config in the same way for what is remembered. None where HOME is not set either. The folders need
/// not exist.
std::optional<std::filesystem::path> user_cache_folder();
std::optional<std::filesystem::path> user_config_folder();

} // namespace scanline::data
