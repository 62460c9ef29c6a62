#pragma once
#include "cli/program.h"
#include "scanline/core/random.h"

#include <filesystem>
#include <string>

namespace scanline::fuzz {

// Each runs the program on random input in an empty folder and checks its output.

void compare_sort(Random& random, const std::filesystem::path& folder);
void compare_scan(Random& random, const std::filesystem::path& folder);
void compare_compaction(Random& random, const std::filesystem::path& folder);
void compare_kdtree(Random& random, const std::filesystem::path& folder);
void compare_skyline(Random& random, const std::filesystem::path& folder);

/// Runs the program in that folder, without OpenGL.
test::Outcome run_in(const std::filesystem::path& folder, const test::Arguments& arguments);
/// The same; throws a Fault unless it succeeds.
void run_well_in(const std::filesystem::path& folder, const test::Arguments& arguments);

/// The arguments as text for a Fault.
std::string line_of(const test::Arguments& arguments);

} // namespace scanline::fuzz
