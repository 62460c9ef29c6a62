#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace scanline {

/// Returns the first `most` bytes of a file, or all if it has fewer; empty if the file cannot be read. Meant
/// for caches and files of /proc: a stream would take a failed allocation for the end of the file.
///
///     first_bytes("/proc/sys/kernel/ostype", 5) == "Linux"
std::string first_bytes(const std::filesystem::path& path, std::size_t most = std::string::npos);

/// Finds the first line that starts with `begin` and returns the rest of it; none if no line does.
///
///     rest_of_line("a: 1\nb: 2\n", "b: ") == "2"
std::optional<std::string_view> rest_of_line(std::string_view text, std::string_view begin);

} // namespace scanline
