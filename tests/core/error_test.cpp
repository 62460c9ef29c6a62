#include "scanline/core/error.h"

#include <catch2/catch_all.hpp>

namespace error_test {

using namespace scanline;

TEST_CASE("An error's kind is the exit code of the program") {
    REQUIRE(Error("text").kind() == ErrorKind::failure);
    REQUIRE(Error("text").exit_code() == 1);
    REQUIRE(usage_error("text").kind() == ErrorKind::usage);
    REQUIRE(usage_error("text").exit_code() == 2);
    REQUIRE(Error(ErrorKind::no_opengl, "text").exit_code() == 3);
    REQUIRE(Error(ErrorKind::mismatch, "text").exit_code() == 4);
}

TEST_CASE("An error's text is the message it was made of") {
    REQUIRE(Error("the first").what() == std::string("the first"));
    REQUIRE(usage_error("the second").what() == std::string("the second"));
}

} // namespace error_test
