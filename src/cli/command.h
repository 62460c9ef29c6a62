#pragma once
#include "scanline/compute/tier.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace scanline::cli {

/// Every subcommand adds itself to the program: its options, and a callback that does the work and sets the
/// exit code where that is not 0. Errors are thrown.
using ExitCode = int;

void add_bench_command(CLI::App& program, ExitCode& exit_code);
void add_compact_command(CLI::App& program, ExitCode& exit_code);
void add_compare_command(CLI::App& program, ExitCode& exit_code);
void add_demo_command(CLI::App& program, ExitCode& exit_code);
void add_info_command(CLI::App& program, ExitCode& exit_code);
void add_kdtree_command(CLI::App& program, ExitCode& exit_code);
void add_list_command(CLI::App& program, ExitCode& exit_code);
void add_scan_command(CLI::App& program, ExitCode& exit_code);
void add_sort_command(CLI::App& program, ExitCode& exit_code);
void add_tune_command(CLI::App& program, ExitCode& exit_code);
void add_verify_command(CLI::App& program, ExitCode& exit_code);
void add_view_command(CLI::App& program, ExitCode& exit_code);

/// The options that several subcommands take.
CLI::Option* add_device_option(CLI::App& command, int& device);
void add_repetitions_option(CLI::App& command, int& repetitions,
                            const std::string& text = "timed repetitions after a warm-up; the median is "
                                                      "reported (of an even number the lower of the middle "
                                                      "two)");
void add_tier_option(CLI::App& command, std::optional<std::string>& tier);
/// A usage error where there is no such tier; none where none was asked for.
std::optional<compute::Tier> parse_tier(const std::optional<std::string>& tier);

/// --format, refused where it is not one of `formats` (text first, the default).
void add_format_option(CLI::App& command, std::string& format, const std::vector<std::string>& formats);

/// Writes data to standard output; an error (a full disk behind a redirection) is thrown.
void print(const std::string& text);

} // namespace scanline::cli
