#pragma once
#include <string_view>

namespace scanline {

/// The version of Scanline, "major.minor.patch".
std::string_view version();

/// The build type: "Release", "Debug" ... Recorded with every measurement.
std::string_view build_type();

} // namespace scanline
