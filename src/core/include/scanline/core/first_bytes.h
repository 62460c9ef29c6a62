#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace scanline {

/// The first `most` bytes of a file, or all if it has fewer; empty if it cannot be read. For caches and what
/// the system reports: a stream would treat a lack of memory as the end of the file.
///
///     first_bytes("/proc/sys/kernel/ostype", 5) == "Linux"
std::string first_bytes(const std::filesystem::path& path, std::size_t most = std::string::npos);

/// What follows `begin` in the first line that begins with it; none if no line does.
///
///     rest_of_line("a: 1\nb: 2\n", "b: ") == "2"
std::optional<std::string_view> rest_of_line(std::string_view text, std::string_view begin);

} // namespace scanline
