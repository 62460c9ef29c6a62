#include "scanline/core/format.h"

#include <catch2/catch_all.hpp>

#include <limits>

namespace scanline::format_test {

TEST_CASE("Times and counts have three digits in the unit that suits them") {
    CHECK(three_digits(0.3031) == "0.303");
    CHECK(three_digits(1234) == "1234");
    CHECK(four_digits(0.012344) == "0.01234");
    CHECK(four_digits(0.0000123) == "0.000012");
    CHECK(in_milliseconds(24.06) == "24.1 ms");
    CHECK(duration_text(0.303) == "303 µs");
    CHECK(duration_text(1204) == "1.20 s");
    CHECK(short_count(999) == "999");
    CHECK(short_count(12'345) == "12.3k");
    CHECK(short_count(4'194'304) == "4.19M");
    CHECK(bytes_text(1023) == "1023 B");
    CHECK(bytes_text(1.5 * (1 << 20)) == "1.50 MiB");
    CHECK(bytes_text(5000.0 * (1 << 30)) == "5000 GiB");
}

TEST_CASE("Numbers of elements have the suffixes that fit") {
    CHECK(element_count(1000) == "1000");
    CHECK(element_count(1 << 18) == "256K");
    CHECK(element_count(1 << 22) == "4M");
}

TEST_CASE("Commas stand between thousands, and before the point alone") {
    CHECK(with_commas(0) == "0");
    CHECK(with_commas(999) == "999");
    CHECK(with_commas(1'048'576) == "1,048,576");
    CHECK(with_commas(-1000) == "-1,000");
    CHECK(with_commas(-100) == "-100");
    CHECK(with_commas("-1e+300") == "-1e+300");
    CHECK(with_commas("-1234567.2512") == "-1,234,567.2512");
}

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

} // namespace scanline::format_test
