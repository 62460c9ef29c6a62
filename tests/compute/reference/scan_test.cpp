#include "../elements.h"
#include "../scan_oracle.h"
#include "scanline/compute/reference/scan.h"
#include "scanline/core/random.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>
#include <cmath>
#include <limits>

namespace scan_test {

using namespace scanline;
using compute::Operator;

namespace {

template <class T>
std::vector<T> scanned(const std::vector<T>& input, Operator op, bool exclusive) {
    std::vector<T> output(input.size());
    compute::reference::scan<T>(input, output, op, exclusive);
    return output;
}

// Compares with the scans of the standard library.
template <class T>
void check_scans(const std::vector<T>& input, Operator op) {
    for (const bool exclusive : {false, true}) {
        INFO(to_string(op) << ", exclusive " << exclusive);
        CHECK(test::same_bits(scanned(input, op, exclusive), test::expected_scan(input, op, exclusive)));
    }
}

constexpr float infinity = std::numeric_limits<float>::infinity();

} // namespace

TEMPLATE_TEST_CASE("Scans of integers on the CPU are those of the standard library", "", std::uint32_t,
                   std::int32_t, std::uint64_t) {
    constexpr std::uint64_t seed = 91;
    Random random(seed);
    for (const std::int64_t size : test::stream_sizes(seed, 2)) {
        INFO("seed " << seed << ", " << size << " elements");
        const auto input = test::random_elements<TestType>(random, size);
        for (const Operator op : enumerators<Operator>)
            check_scans(input, op);
    }
}

TEST_CASE("The worked example of a scan on the CPU comes out right, also in its own place") {
    std::vector<std::uint32_t> a{3, 1, 7, 0, 4};
    CHECK(scanned(a, Operator::sum, true) == std::vector<std::uint32_t>{0, 3, 4, 11, 11});
    compute::reference::scan<std::uint32_t>(a, a, Operator::sum, false);
    CHECK(a == std::vector<std::uint32_t>{3, 4, 11, 11, 15});
}

TEST_CASE("Sums of floats on the CPU are added in float64 and rounded once") {
    // In float32, each of the ones would be lost next to 2^24.
    std::vector<float> input(1001, 1.0f);
    input[0] = 0x1p24f;
    std::vector<float> sums = scanned(input, Operator::sum, false);
    CHECK(sums.back() == 0x1p24f + 1000.0f);
    CHECK(scanned(input, Operator::sum, true).front() == 0.0f);
    CHECK(scanned(input, Operator::sum, true).back() == sums[999]);

    // Beyond the largest float32 and back.
    const float large = std::numeric_limits<float>::max();
    sums = scanned<float>({large, large, -large}, Operator::sum, false);
    CHECK(sums == std::vector<float>{large, infinity, large});

    sums = scanned<float>({1.0f, infinity, -infinity, 1.0f}, Operator::sum, false);
    CHECK(sums[1] == infinity);
    CHECK(std::isnan(sums[2]));
    CHECK(std::isnan(sums[3]));
}

TEST_CASE("Minima and maxima of floats on the CPU go by the total order and keep every bit") {
    constexpr std::uint64_t seed = 94;
    Random random(seed);
    for (const std::int64_t size : test::stream_sizes(seed, 2)) {
        INFO("seed " << seed << ", " << size << " elements");
        const std::vector<float> input = test::make_odd_floats(size, random);
        check_scans(input, Operator::min);
        check_scans(input, Operator::max);
    }
}

TEST_CASE("A minimum of no value but the greatest NaN is an infinity on the CPU, and a maximum likewise") {
    const float greatest = test::greatest_nan, least = test::min_nan;
    using Floats = std::vector<float>;
    CHECK(test::same_bits(scanned<float>({greatest, least}, Operator::min, false), Floats{infinity, least}));
    CHECK(test::same_bits(scanned<float>({least, greatest}, Operator::max, false),
                          Floats{-infinity, greatest}));
    CHECK(test::same_bits(scanned<float>({greatest, 5}, Operator::min, true), Floats{infinity, infinity}));
    CHECK(test::same_bits(scanned<float>({least, 5}, Operator::max, true), Floats{-infinity, -infinity}));
}

TEST_CASE("A scan on the CPU into an array of another length is refused") {
    const std::vector<float> input(3);
    std::vector<float> output(2);
    CHECK_THAT(
        test::usage_message([&] { compute::reference::scan<float>(input, output, Operator::sum, false); }),
        Catch::Matchers::ContainsSubstring("scan: 2 elements given for the output, 3 needed"));
}

} // namespace scan_test
