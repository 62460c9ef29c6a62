// How the program was started, and what was installed with it.
#pragma once
#include "options.h"
#include "scanline/systems/system.h"

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace scanline::cli {

/// The command line of this process, quoted for a shell where needed, to repeat a measurement. The program is
/// always `scanline`, whatever its path.
std::string command_line();

/// The masks of the paper: file names without ".png".
inline constexpr std::array mask_names{"hand", "bunny", "finger"};

/// The folder of hand.png, bunny.png and finger.png: share/scanline/masks beside the program's folder, both
/// in a build and when installed.
std::string masks_folder();

/// The mask files in a folder.
std::vector<std::filesystem::path> mask_files(const std::filesystem::path& folder);

/// --masks: the folder to read the masks from.
void add_masks_option(Subcommand& command, std::string& folder);

/// Runs the command line with the systems that the function returns. Prints errors, including those of that
/// function, and returns the exit code.
int run(const std::function<systems::Systems()>& systems, int argc, char** argv);

} // namespace scanline::cli
