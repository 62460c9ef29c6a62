#include "scanline/core/version.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace version_test {

using namespace scanline;

TEST_CASE("The version is three numbers with points between") {
    const std::string_view text = version();
    REQUIRE(std::ranges::count(text, '.') == 2);
    REQUIRE(text.find_first_not_of("0123456789.") == std::string_view::npos);
    REQUIRE(text.find("..") == std::string_view::npos);
    REQUIRE(text.front() != '.');
    REQUIRE(text.back() != '.');
}

TEST_CASE("The build type has a name") {
    REQUIRE_FALSE(build_type().empty());
}

} // namespace version_test
