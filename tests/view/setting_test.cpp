#include "kit/property.h"
#include "scanline/core/error.h"
#include "scanline/core/number.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::setting_test {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::Message;

TEST_CASE("Numbers are taken within their limits, whole") {
    CHECK(parse_number<int>("block", "256", {2, 4096}) == 256);
    CHECK(parse_number<int>("block", "2^8", {2, 4096}) == 256);
    CHECK(parse_number<int>("block", "1e3", {2, 4096}) == 1000);
    CHECK(parse_number<double>("density", "0.25", {0, 1}) == 0.25);
    for (const char* wrong :
         {"", " 256", "256 ", "1", "4097", "2.5", "many", "99999999999999999999", "0x10"}) {
        INFO(wrong);
        CHECK_THROWS_WITH(parse_number<int>("block", wrong, {2, 4096}),
                          ContainsSubstring("block: '" + std::string(wrong) + "'") &&
                              ContainsSubstring("from 2 to 4096"));
    }
    for (const char* wrong : {"", "-0.1", "1.1", "nan", "inf", "1,0"})
        CHECK_THROWS_AS(parse_number<double>("density", wrong, {0, 1}), Error);
}

TEST_CASE("Switches take the usual words") {
    for (const char* on : {"true", "on", "1"})
        CHECK(parse_bool("negate", on));
    for (const char* off : {"false", "off", "0"})
        CHECK_FALSE(parse_bool("negate", off));
    CHECK_THROWS_WITH(parse_bool("negate", "maybe"),
                      ContainsSubstring("negate=maybe") && ContainsSubstring("true or false"));
}

TEST_CASE("An unknown setting is told with those that there are") {
    CHECK_THROWS_WITH(throw_unknown_setting("sweep", "blok", {{"block", "2"}, {"size", "1"}}),
                      ContainsSubstring("sweep") && ContainsSubstring("blok") &&
                          ContainsSubstring("block, size"));
}

} // namespace scanline::view::setting_test
