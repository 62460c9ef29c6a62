#pragma once
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

} // namespace scanline::data
