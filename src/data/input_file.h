#pragma once
#include "scanline/data/file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace scanline::data {

/// Owns an open file of the system; a negative number is one that could not be opened.
class FileDescriptor {
public:
    explicit FileDescriptor(int number) : number_(number) {}
    ~FileDescriptor() {
        if (number_ >= 0)
            ::close(number_);
    }
    FileDescriptor(FileDescriptor&& other) noexcept : number_(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }

    /// Leaves the file to the caller, open.
    int release() { return std::exchange(number_, -1); }

    /// Closes it now, for a caller that needs to know whether that went well; errno tells the reason where
    /// not.
    bool close() { return ::close(release()) == 0; }

private:
    int number_;
};

/// A file open for reading. Errors: those of read_file().
class InputFile {
public:
    explicit InputFile(const std::filesystem::path& path);

    /// The bytes of an ordinary file; pipes, devices and files of /proc have no size.
    std::optional<std::size_t> size() const { return size_; }
    /// Fills the bytes as far as the file goes, and returns how many it filled.
    std::size_t read(std::span<std::byte> bytes);

private:
    std::filesystem::path path_;
    FileDescriptor file_;
    std::optional<std::size_t> size_;
};

/// Runs an action that allocates so many bytes for what a file holds. Where there is no memory for them, the
/// Error names the file and the bytes, which std::bad_alloc does not know.
template <class Action>
decltype(auto) with_memory_for(const std::filesystem::path& path, std::uint64_t bytes, Action action) {
    const auto refusal = [&] {
        return read_error(path, fmt::format("there is no memory for the {} bytes that it needs; close other "
                                            "programs or give a smaller file",
                                            bytes));
    };
    try {
        return action();
    } catch (const std::bad_alloc&) {
        throw refusal();
    } catch (const std::length_error&) {
        throw refusal();
    }
}

} // namespace scanline::data
