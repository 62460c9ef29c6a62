#pragma once
#include <filesystem>

namespace scanline::view {

/// True if the user has asked the desktop for fewer animations, by a settings file of GTK or KDE. config: the
/// user's folder of settings, ~/.config.
bool wants_less_motion(const std::filesystem::path& config);

} // namespace scanline::view
