#pragma once
#include <string>

namespace scanline::cli {

/// The command line that this program was started with, quoted for a shell where needed: what repeats a
/// measurement. The program is `scanline`, wherever it lies.
std::string command_line();

} // namespace scanline::cli
