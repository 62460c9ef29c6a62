#pragma once
#include <string_view>

namespace scanline {

/// Writes "scanline: TEXT" and a line end to standard error, with every line of the text made printable.
/// Never throws: where standard error is closed or full, the message is lost, but not the exit code.
void print_message(std::string_view text) noexcept;

/// Writes text to standard error unchanged, for a progress line that is rewritten. Never throws.
void print_progress(std::string_view text) noexcept;

} // namespace scanline
