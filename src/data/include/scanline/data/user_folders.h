#pragma once
#include <filesystem>
#include <optional>

namespace scanline::data {

/// A user's folders, following the XDG Base Directory Specification: $XDG_CACHE_HOME/scanline for files that
/// can be regenerated, or ~/.cache/scanline if that variable is not an absolute path; likewise
/// $XDG_CONFIG_HOME and ~/.config for settings. Returns none if HOME is not set either. The folders need not
/// exist.
std::optional<std::filesystem::path> user_cache_folder();
std::optional<std::filesystem::path> user_config_folder();

/// The file of the running program; empty if the system does not say it.
std::filesystem::path this_program();

} // namespace scanline::data
