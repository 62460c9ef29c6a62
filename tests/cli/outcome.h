#pragma once
#include "program.h"

#include <nlohmann/json.hpp>

namespace scanline::test {

/// A machine without a display: no window can be opened there.
Setting without_display();

/// Lines of a text, which ends with a line end unless it is empty.
std::vector<std::string> lines_of(const std::string& text);

/// The arguments for an experiment of scanline bench. Unless given, the timeout is longer than any test, so
/// that slow machines measure everything.
Arguments bench_of(const std::string& experiment, const Arguments& more);

/// Checks that the program rejected something: its exit code; nothing on standard output; and on standard
/// error one line that begins with the program's name, contains all of `parts`, and, without paths, is short
/// enough to read.
void check_refused(const Outcome& outcome, int exit_code, const std::vector<std::string>& parts);

/// The same, ignoring standard output.
void check_message(const Outcome& outcome, int exit_code, const std::vector<std::string>& parts);

/// Standard error without the line of --stats, which says what the time went into.
std::string messages_of(const Outcome& outcome);

/// Requires success and no messages; returns standard output.
std::string run_well(const Arguments& arguments, const Setting& setting = {});
nlohmann::json run_for_json(const Arguments& arguments, const Setting& setting = {});
/// The entries of a system from `scanline list`.
nlohmann::json entries_of(const std::string& system);

} // namespace scanline::test
