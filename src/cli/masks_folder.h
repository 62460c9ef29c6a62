#pragma once
#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace scanline::cli {

/// The masks of the paper, by the names of their files without ".png".
inline constexpr std::array mask_names{"hand", "bunny", "finger"};

/// The folder that holds hand.png, bunny.png and finger.png: share/scanline/masks beside the program's
/// folder, both in a build and when installed.
std::string masks_folder();

/// The files of the masks in a folder.
std::vector<std::filesystem::path> mask_files(const std::filesystem::path& folder);

} // namespace scanline::cli
