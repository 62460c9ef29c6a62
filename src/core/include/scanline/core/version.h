#pragma once
#include <string_view>

namespace scanline {

/// The version of Scanline, "major.minor.patch".
std::string_view version();

/// How it was built: "Release", "Debug" ... Part of every measurement.
std::string_view build_type();

} // namespace scanline
