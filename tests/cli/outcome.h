#pragma once
#include "program.h"

#include <nlohmann/json.hpp>

namespace scanline::test {

/// A machine without a display: no window can be opened there.
Setting without_display();

/// Lines of a text, which ends with a line end unless it is empty.
std::vector<std::string> lines_of(const std::string& text);

/// The arguments for an experiment of scanline bench. A timeout that is not among them is longer than any
/// test: slow machines measure no less.
Arguments bench_of(const std::string& experiment, const Arguments& more);

/// Checks that the program said no to something: its exit code; nothing on standard output; and on standard
/// error one line that begins with the program's name, holds all of `parts`, and, but for paths, is short
/// enough to be read.
void check_refused(const Outcome& outcome, int exit_code, const std::vector<std::string>& parts);

/// The same with a text of data on standard output that is not looked at.
void check_message(const Outcome& outcome, int exit_code, const std::vector<std::string>& parts);

/// Runs to success with nothing on standard error, and gives what is on standard output.
std::string run_well(const Arguments& arguments, const Setting& setting = {});
nlohmann::json run_for_json(const Arguments& arguments, const Setting& setting = {});
/// The entries of a system, as `scanline list` has them.
nlohmann::json entries_of(const std::string& system);

} // namespace scanline::test
