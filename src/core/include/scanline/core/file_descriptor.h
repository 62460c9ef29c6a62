#pragma once
#include <unistd.h>
#include <utility>

namespace scanline {

/// Owns a file descriptor; negative if opening failed.
///
///     const FileDescriptor file(::open(path, O_RDONLY));
///     if (file.is_open())
///         ::read(file.number(), bytes, size);
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

    /// Releases the open descriptor to the caller.
    int release() { return std::exchange(number_, -1); }

    /// Closes it now and returns true on success; otherwise errno gives the reason.
    bool close() { return ::close(release()) == 0; }

private:
    int number_;
};

} // namespace scanline
