#pragma once
#include <string>

namespace scanline::cli {

/// Where hand.png, bunny.png and finger.png lie: assets/masks of a checkout that is the working folder, else
/// beside an installed program.
std::string masks_folder();

} // namespace scanline::cli
