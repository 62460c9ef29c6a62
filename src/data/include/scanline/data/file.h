#pragma once
#include "scanline/core/error.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::data {

/// Reads a whole file ("-": standard input). The Error says why it failed: missing, a folder, no permission,
/// more than max_bytes, for a pipe or a device (it may have no end) also more than 1 GiB, or out of memory.
std::vector<std::byte> read_file(const std::filesystem::path& path,
                                 std::size_t max_bytes = std::numeric_limits<std::size_t>::max());

/// The extension of a path, ASCII letters in lower case: ".png".
std::string ending_of(const std::filesystem::path& path);

/// "cannot read PATH: what", the common form of all readers' errors.
Error read_error(const std::filesystem::path& path, std::string_view what);

/// "-": standard input, or standard output.
inline bool is_standard(const std::filesystem::path& path) {
    return path == "-";
}

/// Writes a file atomically: to a temporary file in the same folder, flushed, then renamed over the target.
/// On any error (no such folder, no permission, disk full) removes the temporary file, leaves an existing
/// target untouched, and throws an Error that names the path, the system's reason and the remedy. A killed
/// process leaves its temporary file; the same user's next write to that folder removes it.
///
/// An existing target keeps its permissions; a read-only one is refused. A link stays a link: its target is
/// replaced, or created if missing. A special file (/dev/stdout, a pipe) is written in place, and so
/// is standard output.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file(const std::filesystem::path& path, std::string_view text);
/// The same for several parts, concatenated.
void write_file(const std::filesystem::path& path, std::initializer_list<std::span<const std::byte>> parts);
void write_file(const std::filesystem::path& path, std::span<const std::span<const std::byte>> parts);

/// A file that several processes write together, each its parts, as wholly or not at all as write_file(): one
/// makes it and puts it in place, once all have written. Errors: those of write_file(); failure for a special
/// file, which has no parts.
///
///     PartedFile file("a.npy", 8);                          // one process
///     write_part(file.temporary(), "a.npy", 4, second);     // any
///     file.replace_target();                                // that one, when all have
class PartedFile {
public:
    PartedFile(const std::filesystem::path& target, std::uint64_t bytes);
    /// Removes the temporary file, unless it has replaced the target.
    ~PartedFile();
    PartedFile(const PartedFile&) = delete;
    PartedFile& operator=(const PartedFile&) = delete;

    const std::filesystem::path& temporary() const;
    void replace_target();

private:
    std::unique_ptr<class TemporaryFile> file_;
};
/// Writes bytes from an offset on. target: for messages.
void write_part(const std::filesystem::path& temporary, const std::filesystem::path& target,
                std::uint64_t first, std::span<const std::byte> bytes);

/// Throws the Error that write_file() would throw for this path; call it before long work. Detects a missing
/// or read-only folder, and a target that is a folder or read-only. Does not check free disk space.
void check_writable(const std::filesystem::path& path);

/// True if two paths name the same regular file, whatever the spelling, link or hard link; for two missing
/// files, if they would be the same once written. False for devices and pipes, which are never replaced.
bool same_file(const std::filesystem::path& one, const std::filesystem::path& other);

} // namespace scanline::data
