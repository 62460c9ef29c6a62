#include "scanline/core/bits.h"

#include <catch2/catch_all.hpp>
#include <cstdint>

namespace bits_test {

using namespace scanline;

TEST_CASE("The exact logarithm of every power of two of 63 bits is its exponent") {
    for (int exponent = 0; exponent < 63; ++exponent)
        REQUIRE(log2_exact(std::int64_t{1} << exponent) == exponent);
    STATIC_REQUIRE(log2_exact(256) == 8);
}

TEST_CASE("Only the numbers of one bit are powers of two") {
    STATIC_REQUIRE(is_power_of_two(1));
    STATIC_REQUIRE(is_power_of_two(std::uint64_t{1} << 63));
    STATIC_REQUIRE_FALSE(is_power_of_two(0));
    STATIC_REQUIRE_FALSE(is_power_of_two(-4));
    int count = 0;
    for (int value = -70; value <= 70; ++value)
        count += is_power_of_two(value) ? 1 : 0;
    REQUIRE(count == 7);
}

TEST_CASE("The ceiling of a number is the smallest power of two that is not less") {
    for (int value = 0; value <= 1025; ++value) {
        int expected = 1;
        while (expected < value)
            expected *= 2;
        REQUIRE(power_of_two_ceiling(value) == expected);
    }
    STATIC_REQUIRE(power_of_two_ceiling((std::int64_t{1} << 40) + 1) == std::int64_t{1} << 41);
}

TEST_CASE("A quotient is rounded up only where something is left over") {
    STATIC_REQUIRE(divide_rounding_up(0, 5) == 0);
    STATIC_REQUIRE(divide_rounding_up(1, 5) == 1);
    STATIC_REQUIRE(divide_rounding_up(5, 5) == 1);
    STATIC_REQUIRE(divide_rounding_up(6, 5) == 2);
}

} // namespace bits_test
