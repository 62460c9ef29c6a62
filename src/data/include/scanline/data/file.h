#pragma once
#include "scanline/core/error.h"

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace scanline::data {

/// The whole of a file. The Error says why it cannot be had: missing, a folder, no permission, more than
/// max_bytes, of a pipe or a device (which may have no end) also more than 1 GiB, no memory for its bytes.
std::vector<std::byte> read_file(const std::filesystem::path& path,
                                 std::size_t max_bytes = std::numeric_limits<std::size_t>::max());

/// "cannot read PATH: what", the one form of every reader's errors.
Error read_error(const std::filesystem::path& path, std::string_view what);

/// Writes a file whole or not at all: into a temporary file of the same folder, flushed, then renamed over
/// the target. On any error (no such folder, no permission, disk full) the temporary is removed, an existing
/// target is untouched, and the Error names the path, the system's reason and what to do. A process that is
/// killed leaves its temporary, which the next write of the same user into that folder removes.
///
/// A target that exists keeps its permissions, and one without the permission to write is refused; a link
/// stays a link, and the file that it names is replaced, or made where it is missing.
/// A file that is not ordinary (/dev/stdout, a pipe) is written in place.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file(const std::filesystem::path& path, std::string_view text);
/// The same of several parts, one behind the other.
void write_file(const std::filesystem::path& path, std::initializer_list<std::span<const std::byte>> parts);

/// Throws the Error that write_file() would throw for this path, to be called before long work: the folder is
/// missing or read-only, the target is a folder or read-only. Free space on the disk is not checked.
void check_writable(const std::filesystem::path& path);

/// True if two paths name the same ordinary file, by whatever spelling, link or hard link; of two missing
/// files, whether they would be the same once written. False for devices and pipes, which are never replaced.
bool same_file(const std::filesystem::path& one, const std::filesystem::path& other);

} // namespace scanline::data
