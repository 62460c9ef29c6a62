#include "scanline/core/random.h"

#include <algorithm>
#include <array>
#include <catch2/catch_all.hpp>
#include <limits>

namespace random_test {

using namespace scanline;

TEST_CASE("The stream of seed 1 is the published one of SplitMix64") {
    Random random(1);
    REQUIRE(random.next() == 0x910a2dec89025cc1u);
    REQUIRE(random.next() == 0xbeeb8da1658eec67u);
    REQUIRE(random.next() == 0xf893a2eefb32555eu);
    REQUIRE(random.next() == 0x71c18690ee42c90bu);
}

TEST_CASE("A stream depends on its seed alone and can be drawn at compile time") {
    constexpr auto third = [](std::uint64_t seed) {
        Random random(seed);
        random.next();
        random.next();
        return random.next();
    };
    STATIC_REQUIRE(third(1) == 0xf893a2eefb32555eu);
    REQUIRE(third(7) == third(7));
    REQUIRE(third(7) != third(8));
}

TEST_CASE("A number below a bound is every number from 0 up to it, equally often") {
    Random random(2);
    constexpr int draws = 60'000;
    std::array<int, 6> counts{};
    for (int i = 0; i < draws; ++i) {
        const std::uint64_t value = random.below(counts.size());
        REQUIRE(value < counts.size());
        ++counts[value];
    }
    for (const int count : counts)
        REQUIRE(count ==
                Catch::Approx(draws / 6).margin(4 * 91.3)); // 4 sigma; sigma = sqrt(n p (1 - p)) = 91.3
}

TEST_CASE("The bounds 1 and 2^32 of below are kept") {
    Random random(3);
    std::uint64_t bits = 0;
    for (int i = 0; i < 1000; ++i) {
        REQUIRE(random.below(1) == 0);
        const std::uint64_t value = random.below(std::uint64_t{1} << 32);
        REQUIRE(value < std::uint64_t{1} << 32);
        bits |= value;
    }
    REQUIRE(bits == 0xffffffffu);
}

TEST_CASE("Numbers between two bounds reach both and pass neither") {
    Random random(4);
    int lowest = std::numeric_limits<int>::max(), highest = std::numeric_limits<int>::min();
    for (int i = 0; i < 1000; ++i) {
        const int value = random.between(-2, 3);
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
    }
    REQUIRE(lowest == -2);
    REQUIRE(highest == 3);
    REQUIRE(random.between(5, 5) == 5);
}

TEST_CASE("Unit numbers fill 0 to 1 without 1, in steps of 2^-53") {
    Random random(1);
    REQUIRE(random.unit() == static_cast<double>(0x910a2dec89025cc1u >> 11) * 0x1p-53);
    double sum = 0, lowest = 1, highest = 0;
    constexpr int draws = 10'000;
    for (int i = 0; i < draws; ++i) {
        const double value = random.unit();
        REQUIRE(value >= 0);
        REQUIRE(value < 1);
        sum += value;
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
    }
    REQUIRE(sum / draws ==
            Catch::Approx(0.5).margin(4 * 0.00289)); // 4 sigma of the mean; sigma = sqrt(1 / 12 / n)
    REQUIRE(lowest < 0.01);
    REQUIRE(highest > 0.99);
}

} // namespace random_test
