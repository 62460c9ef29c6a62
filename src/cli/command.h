#pragma once
#include "scanline/systems/system.h"

#include <CLI/CLI.hpp>

namespace scanline::cli {

/// Every subcommand adds itself to the program: its options, and a callback that does the work and sets a
/// nonzero exit code. Errors are thrown.
using ExitCode = int;

void add_bench_command(CLI::App& program, ExitCode& exit_code, systems::Systems systems);
void add_compact_command(CLI::App& program, ExitCode& exit_code);
void add_compare_command(CLI::App& program, ExitCode& exit_code);
void add_completion_command(CLI::App& program, ExitCode& exit_code);
void add_cube_command(CLI::App& program, ExitCode& exit_code);
void add_demo_command(CLI::App& program, ExitCode& exit_code);
void add_generate_command(CLI::App& program, ExitCode& exit_code);
void add_info_command(CLI::App& program, ExitCode& exit_code);
void add_kdtree_command(CLI::App& program, ExitCode& exit_code);
void add_list_command(CLI::App& program, ExitCode& exit_code, systems::Systems systems);
void add_scan_command(CLI::App& program, ExitCode& exit_code);
void add_skyline_command(CLI::App& program, ExitCode& exit_code);
void add_sort_command(CLI::App& program, ExitCode& exit_code);
void add_tune_command(CLI::App& program, ExitCode& exit_code);
void add_verify_command(CLI::App& program, ExitCode& exit_code, systems::Systems systems);
void add_view_command(CLI::App& program, ExitCode& exit_code, systems::Systems systems);

} // namespace scanline::cli
