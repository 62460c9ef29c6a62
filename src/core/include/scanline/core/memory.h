#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

namespace scanline {

/// The bytes that a program can still use before the system ends one to get memory back: MemAvailable of
/// Linux, or what the limit of a container leaves, where that is less. None where the system does not say.
/// root: the folder that /proc and /sys are in.
std::optional<std::int64_t> available_memory(const std::filesystem::path& root = "/");

} // namespace scanline
