#pragma once
#include <unistd.h>

namespace scanline::data {

/// Owns an open file of the system; a negative number is one that could not be opened.
class FileDescriptor {
public:
    explicit FileDescriptor(int number) : number_(number) {}
    ~FileDescriptor() {
        if (number_ >= 0)
            ::close(number_);
    }
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;

    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }

    /// Closes it now, for a caller that needs to know whether that went well; errno tells the reason where
    /// not.
    bool close() {
        const int number = number_;
        number_ = -1;
        return ::close(number) == 0;
    }

private:
    int number_;
};

} // namespace scanline::data
