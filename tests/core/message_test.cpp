#include "scanline/core/message.h"

#include <catch2/catch_all.hpp>

#include <array>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace message_test {

using namespace scanline;

namespace {

/// Redirects standard error for a scope.
class ErrorsTo {
public:
    explicit ErrorsTo(int descriptor) : before_(::dup(STDERR_FILENO)) {
        std::fflush(stderr);
        REQUIRE(before_ >= 0);
        REQUIRE(::dup2(descriptor, STDERR_FILENO) == STDERR_FILENO);
    }
    ~ErrorsTo() {
        std::fflush(stderr);
        std::clearerr(stderr);
        ::dup2(before_, STDERR_FILENO);
        ::close(before_);
    }
    ErrorsTo(const ErrorsTo&) = delete;
    ErrorsTo& operator=(const ErrorsTo&) = delete;

private:
    int before_;
};

template <class Action>
std::string errors_of(Action action) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    {
        const ErrorsTo pipe(ends[1]);
        action();
    }
    ::close(ends[1]);
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(ends[0], buffer.data(), buffer.size());
    ::close(ends[0]);
    REQUIRE(count >= 0);
    return {buffer.data(), static_cast<std::size_t>(count)};
}

} // namespace

TEST_CASE("A message is a line of the program's, with what it quotes made harmless") {
    CHECK(errors_of([] { print_message("cannot read a\x1b[2J\xff: damaged"); }) ==
          "scanline: cannot read a\\x1b[2J\\xff: damaged\n");
    CHECK(errors_of([] { print_message("a shader does not compile\nits log\n"); }) ==
          "scanline: a shader does not compile\nits log\n");
}

TEST_CASE("Progress is written as it is") {
    CHECK(errors_of([] { print_progress("\r\x1b[K50 %"); }) == "\r\x1b[K50 %");
}

TEST_CASE("A message that cannot be written is lost and no error") {
    const int full = ::open("/dev/full", O_WRONLY), unwritable = ::open("/dev/null", O_RDONLY);
    REQUIRE(full >= 0);
    REQUIRE(unwritable >= 0);
    for (const int descriptor : {full, unwritable}) {
        const ErrorsTo nowhere(descriptor);
        print_message("lost");
        print_progress("lost");
    }
    ::close(full);
    ::close(unwritable);
    CHECK(errors_of([] { print_message("found"); }) == "scanline: found\n");
}

} // namespace message_test
