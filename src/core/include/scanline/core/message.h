#pragma once
#include <string_view>

namespace scanline {

/// Writes "scanline: TEXT" and a newline to standard error; makes every line of the text printable. Never
/// throws: if standard error is closed or full, the message is lost, but the exit code is not.
void print_message(std::string_view text) noexcept;

/// Writes text to standard error unchanged, for progress lines that overwrite themselves. Never throws.
void print_progress(std::string_view text) noexcept;

} // namespace scanline
