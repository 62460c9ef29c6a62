#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace scanline::data {

/// The kind of a file, told by its first bytes.
enum class Content { text, npy, zip, gzip };
Content content_of(std::span<const std::byte> bytes);

/// Decompresses gzip, all members of it. memory: bytes that the result may take; default: what the system has
/// left. Errors, with the path: bytes that are damaged or missing, other bytes after the last member, and
/// those of with_memory_for().
std::vector<std::byte> inflated(const std::filesystem::path& path, std::span<const std::byte> bytes,
                                std::optional<std::int64_t> memory = {});

/// Converts UTF-16 that begins with a byte order mark to UTF-8 without one, and returns other text as it is.
/// Errors: half a character, with the path.
std::vector<std::byte> as_utf8(const std::filesystem::path& path, std::vector<std::byte> bytes);

} // namespace scanline::data
