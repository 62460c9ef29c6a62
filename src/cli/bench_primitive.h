#pragma once
#include <CLI/CLI.hpp>

namespace scanline::cli {

/// `bench copy`, `bench scan` ...: a compute primitive beside its peers.
void add_primitive_commands(CLI::App& bench);

} // namespace scanline::cli
