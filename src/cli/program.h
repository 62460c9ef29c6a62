#pragma once
#include "options.h"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

// What the program knows of itself: how it was started, and what was installed with it.

namespace scanline::cli {

/// The command line that this program was started with, quoted for a shell where needed: what repeats a
/// measurement. The program is `scanline`, wherever it lies.
std::string command_line();

/// The masks of the paper, by the names of their files without ".png".
inline constexpr std::array mask_names{"hand", "bunny", "finger"};

/// The folder that holds hand.png, bunny.png and finger.png: share/scanline/masks beside the program's
/// folder, both in a build and when installed.
std::string masks_folder();

/// The files of the masks in a folder.
std::vector<std::filesystem::path> mask_files(const std::filesystem::path& folder);

/// --masks: the folder to read the masks from.
void add_masks_option(Subcommand& command, std::string& folder);

} // namespace scanline::cli
