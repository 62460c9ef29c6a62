#pragma once
#include <stdexcept>
#include <string>

namespace scanline {

/// Kinds of errors, in the order of the program's exit codes (1 to 4).
enum class ErrorKind {
    failure = 1,   ///< the work could not be done: a file, a device, a limit of the data
    usage = 2,     ///< the caller asked for something unknown or out of range
    no_opengl = 3, ///< this machine has no OpenGL that can run the request
    mismatch = 4,  ///< a result differs from its reference
};

/// The library's only exception type. what() is a single line (a driver's log may follow on further lines)
/// that names the operation, the value given, the limit and the remedy.
class Error : public std::runtime_error {
public:
    explicit Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
    explicit Error(const std::string& message) : Error(ErrorKind::failure, message) {}

    ErrorKind kind() const { return kind_; }
    int exit_code() const { return static_cast<int>(kind_); }

private:
    ErrorKind kind_;
};

/// Wrong arguments: exit code 2.
inline Error usage_error(const std::string& message) {
    return Error(ErrorKind::usage, message);
}

} // namespace scanline
