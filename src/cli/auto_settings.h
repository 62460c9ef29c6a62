#pragma once
#include "scanline/raster/options.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace scanline::cli {

/// How the algorithm auto chooses, as the command line says it.
struct AutoSettings {
    std::string adapt = "global";
    std::vector<std::string> among;
};

/// --adapt and --among.
void add_auto_settings(CLI::App& command, AutoSettings& settings);

/// All but the model. Errors: usage, with the names that there are.
raster::AutoOptions parse_auto(const AutoSettings& settings);

} // namespace scanline::cli
