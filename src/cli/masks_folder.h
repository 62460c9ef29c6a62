#pragma once
#include <string>

namespace scanline::cli {

/// The folder that holds hand.png, bunny.png and finger.png: share/scanline/masks beside the program's
/// folder, both in a build and when installed.
std::string masks_folder();

} // namespace scanline::cli
