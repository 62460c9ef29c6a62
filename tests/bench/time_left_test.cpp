#include "scanline/bench/wording.h"

#include <catch2/catch_all.hpp>

#include <limits>

namespace scanline::bench::time_left_test {

TEST_CASE("The time left is what the rest takes at the same pace") {
    CHECK(time_left(0.25, 4) == "12 s left");
    CHECK(time_left(1, 100) == "0 s left");
    CHECK(time_left(0.5, 599) == "599 s left");
    CHECK(time_left(0.5, 600) == "10 min left");
    CHECK(time_left(0.5, 660) == "11 min left");
}

TEST_CASE("Nothing is known of the time left before anything is done") {
    CHECK(time_left(0, 10).empty());
    CHECK(time_left(std::numeric_limits<double>::quiet_NaN(), 10).empty());
}

} // namespace scanline::bench::time_left_test
