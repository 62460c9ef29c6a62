#pragma once
#include "scanline/data/file.h"

#include "scanline/core/file_descriptor.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>

namespace scanline::data {

/// A path for messages: "standard input" for "-".
std::filesystem::path shown(const std::filesystem::path& path);

/// A file open for reading, or standard input if the path is "-". Errors: those of read_file().
class InputFile {
public:
    explicit InputFile(const std::filesystem::path& path);

    /// Size of a regular file in bytes; pipes, devices and files of /proc have none.
    std::optional<std::size_t> size() const { return size_; }
    /// Fills the bytes up to the end of the file; returns the number filled. Threads share many bytes.
    std::size_t read(std::span<std::byte> bytes);
    /// The same from an offset on, of a regular file. Does not move where read() goes on.
    std::size_t read_at(std::size_t offset, std::span<std::byte> bytes) const;
    /// The same, where the file has had them. Errors: failure if it has not.
    void require_at(std::size_t offset, std::span<std::byte> bytes) const;

private:
    std::filesystem::path path_;
    FileDescriptor file_;
    std::optional<std::size_t> size_;
    bool is_shared_ = false; ///< several threads may read it
};

/// Throws std::bad_alloc if fewer bytes are available. The system overcommits: it would kill the program
/// later instead of refusing the memory now. available: by default, the system is asked if the bytes are
/// many.
void require_memory(std::uint64_t bytes, std::optional<std::int64_t> available);

/// Runs an action that allocates this many bytes for file contents. Throws an Error that names the file and
/// the bytes if fewer are available, or on std::bad_alloc.
template <class Action>
decltype(auto) with_memory_for(const std::filesystem::path& path, std::uint64_t bytes, Action action,
                               std::optional<std::int64_t> available = {}) {
    const auto refusal = [&] {
        return read_error(path, fmt::format("not enough memory for the {} bytes that it needs; close other "
                                            "programs or give a smaller file",
                                            bytes));
    };
    try {
        require_memory(bytes, available);
        return action();
    } catch (const std::bad_alloc&) {
        throw refusal();
    } catch (const std::length_error&) {
        throw refusal();
    }
}

} // namespace scanline::data
