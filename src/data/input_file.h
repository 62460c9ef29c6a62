#pragma once
#include "file_descriptor.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>

namespace scanline::data {

/// A file open for reading. Errors: those of read_file().
class InputFile {
public:
    explicit InputFile(const std::filesystem::path& path);

    /// Of an ordinary file; pipes, devices and files of /proc have none.
    std::optional<std::size_t> size() const { return size_; }
    /// Fills the bytes as far as the file goes, and returns how many it filled.
    std::size_t read(std::span<std::byte> bytes);

private:
    std::filesystem::path path_;
    FileDescriptor file_;
    std::optional<std::size_t> size_;
};

} // namespace scanline::data
