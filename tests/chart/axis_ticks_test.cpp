#include "axis_ticks.h"
#include "scanline/core/random.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cmath>
#include <limits>

namespace scanline::chart::axis_ticks_test {

namespace {

using Values = std::vector<double>;
using Texts = std::vector<std::string>;

constexpr double infinite = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

Texts labels(Scale scale, AxisRange range, int at_most) {
    return tick_labels(tick_values(scale, range, at_most));
}

} // namespace

TEST_CASE("Linear ticks are multiples of 1, 2 or 5 times a power of ten") {
    CHECK(labels(Scale::linear, {0, 100}, 10) == Texts{"0", "20", "40", "60", "80", "100"});
    CHECK(labels(Scale::linear, {0, 100}, 11) ==
          Texts{"0", "10", "20", "30", "40", "50", "60", "70", "80", "90", "100"});
    CHECK(labels(Scale::linear, {0, 1}, 4) == Texts{"0", "0.5", "1.0"});
    CHECK(labels(Scale::linear, {0.13, 0.47}, 8) ==
          Texts{"0.15", "0.20", "0.25", "0.30", "0.35", "0.40", "0.45"});
    CHECK(labels(Scale::linear, {-3, 3}, 4) == Texts{"-2", "0", "2"});
    CHECK(labels(Scale::linear, {0, 20'000}, 3) == Texts{"0", "10,000", "20,000"});
    CHECK(labels(Scale::linear, {0, 4000}, 3) == Texts{"0", "2000", "4000"});
}

TEST_CASE("Logarithmic ticks are powers, with 2 and 5 where there is room") {
    CHECK(labels(Scale::log2, {2, 4096}, 12) ==
          Texts{"2", "4", "8", "16", "32", "64", "128", "256", "512", "1024", "2048", "4096"});
    CHECK(labels(Scale::log2, {2, 4096}, 5) == Texts{"8", "64", "512", "4096"});
    CHECK(labels(Scale::log2, {1024, 16'777'216}, 4) == Texts{"4096", "65,536", "1,048,576", "16,777,216"});
    CHECK(labels(Scale::log10, {0.1, 100}, 4) == Texts{"0.1", "1", "10", "100"});
    CHECK(labels(Scale::log10, {0.3, 20}, 8) == Texts{"0.5", "1", "2", "5", "10", "20"});
    CHECK(labels(Scale::log10, {1e-12, 1e12}, 3) == Texts{"1e-07", "1", "1e+07"});
}

TEST_CASE("A logarithmic range with hardly a power in it has linear ticks") {
    CHECK(labels(Scale::log10, {11, 19}, 5) == Texts{"12", "14", "16", "18"});
    CHECK(labels(Scale::log2, {33, 63}, 4) == Texts{"40", "50", "60"});
}

TEST_CASE("Ticks of any range are few, ascend and lie within it") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Random random(seed);
        const double low = std::pow(10, 40 * random.unit() - 20);
        const AxisRange range{low, low * (1 + std::pow(10, 12 * random.unit() - 6))};
        const int at_most = 2 + static_cast<int>(random.below(12));
        for (const Scale scale : {Scale::linear, Scale::log2, Scale::log10}) {
            INFO("seed " << seed << ", " << range.low << " to " << range.high << ", at most " << at_most);
            const Values ticks = tick_values(scale, range, at_most);
            CHECK(ticks.size() <= static_cast<std::size_t>(at_most));
            CHECK_FALSE(ticks.empty());
            CHECK(std::ranges::is_sorted(ticks));
            CHECK(tick_labels(ticks).size() == ticks.size());
            for (const double tick : ticks) {
                CHECK(place(scale, range, tick) > -1e-3);
                CHECK(place(scale, range, tick) < 1 + 1e-3);
            }
        }
    }
}

TEST_CASE("A range goes from the smallest to the largest value that has a place") {
    const auto check = [](Scale scale, const Values& values, double low, double high) {
        const AxisRange range = range_of(scale, values);
        CHECK(range.low == low);
        CHECK(range.high == high);
    };
    check(Scale::linear, {3, 1, 2}, 1, 3);
    check(Scale::linear, {nan, 1, infinite, -2, -infinite}, -2, 1);
    check(Scale::log2, {0, -1, 4, 2}, 2, 4);
    check(Scale::log10, {9e-101, 1e-100, 1e100, 2e100}, 1e-100, 1e100);
    check(Scale::linear, {}, 0, 1);
    check(Scale::log10, {0}, 1, 10);
    check(Scale::linear, {8, 8}, 4, 12);
    check(Scale::linear, {0}, -1, 1);
    check(Scale::log10, {8}, 4, 16);
}

TEST_CASE("An axis of lengths holds zero and ends at ticks") {
    const auto check = [](const Values& values, double low, double high) {
        const AxisRange range = range_of_lengths(Scale::linear, values);
        CHECK(range.low == Catch::Approx(low));
        CHECK(range.high == Catch::Approx(high));
    };
    check({2, 4.9}, 0, 5);
    check({2, 5}, 0, 5);
    check({2, 5.1}, 0, 6);
    check({-3, 8}, -4, 8);
    check({0, 0}, 0, 1);
    check({}, 0, 1);
    check({0.0013}, 0, 0.0015);
    const AxisRange range = range_of_lengths(Scale::log10, Values{1, 100});
    CHECK(range.low < 1);
    CHECK(range.low > 0.5);
    CHECK(range.high > 100);
}

TEST_CASE("Whole values have whole ticks") {
    const auto ticks = [](const AxisRange& range) { return labels(Scale::linear, range, 16); };
    CHECK(ticks(range_of(Scale::linear, Values{0, 1, 2})) == Texts{"0", "1", "2"});
    CHECK(ticks(range_of(Scale::linear, Values{0, 1, 1.5})).size() > 3);
    CHECK(ticks(range_of_lengths(Scale::linear, Values{1, 3})) == Texts{"0", "1", "2", "3"});
    CHECK(ticks(range_of_lengths(Scale::linear, Values{0, 0})) == Texts{"0", "1"});
}

TEST_CASE("A place is between 0 and 1, by the logarithm where the axis is logarithmic") {
    CHECK(place(Scale::linear, {10, 20}, 12.5) == Catch::Approx(0.25));
    CHECK(place(Scale::log10, {1, 100}, 10) == Catch::Approx(0.5));
    CHECK(place(Scale::log2, {2, 32}, 4) == Catch::Approx(0.25));
}

TEST_CASE("Numbers for people have three digits and no exponent where they can do without") {
    CHECK(plain_number(0) == "0");
    CHECK(plain_number(1.724) == "1.72");
    CHECK(plain_number(12.34) == "12.3");
    CHECK(plain_number(123.4) == "123");
    CHECK(plain_number(1234.6) == "1235");
    CHECK(plain_number(12'345.6) == "12,346");
    CHECK(plain_number(-1'234'567) == "-1,234,567");
    CHECK(plain_number(0.01234) == "0.0123");
    CHECK(plain_number(1e12) == "1e+12");
    CHECK(plain_number(1e-9) == "1e-09");
}

} // namespace scanline::chart::axis_ticks_test
