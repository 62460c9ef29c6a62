#pragma once
#include <string>

namespace scanline::cli {

/// Where hand.png, bunny.png and finger.png lie: share/scanline/masks beside the program's folder, in a build
/// as when installed.
std::string masks_folder();

} // namespace scanline::cli
