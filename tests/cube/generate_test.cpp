#include "scanline/cube/generate.h"

#include "support/error_message.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scanline::cube::generate_test {

using scanline::test::usage_message;

namespace {

std::uint64_t checksum(const Rows& rows) {
    std::uint64_t sum = 0;
    const auto mix = [&](std::uint64_t value) { sum = sum * 6364136223846793005u + value; };
    for (const auto& column : rows.codes)
        std::ranges::for_each(column, mix);
    for (const std::int64_t value : rows.measures.front())
        mix(static_cast<std::uint64_t>(value));
    return sum;
}

} // namespace

TEST_CASE("Names of data say dimensions, cardinality and rows") {
    CHECK(parse_generated("D15C160T400K") == Generated{15, 160, 400'000});
    CHECK(parse_generated("D1C1T0") == Generated{1, 1, 0});
    CHECK(parse_generated("D32C4294967295T3M") == Generated{32, 4'294'967'295, 3'000'000});
    for (const char* name :
         {"", "D15", "D15C160", "D15C160T", "D15C160T4G", "D15C160T400KK", "15C160T400K", "D-1C1T1", "D0C1T1",
          "D33C1T1", "D1C0T1", "D1C4294967296T1", "D1C1T2148M", "D1C1T99999999999999999999", " D1C1T1"}) {
        INFO(name);
        CHECK(usage_message([&] { parse_generated(name); }).starts_with("cube generate: "));
    }
    CHECK(usage_message([] { parse_generated("C160"); }) ==
          "cube generate: \"C160\" names no data: write dimensions (1 to 32), cardinality and rows (up to "
          "2147483647), such as D15C160T400K");
}

TEST_CASE("Generated rows are the same everywhere for a seed") {
    CHECK(checksum(generate({3, 50, 1000}, 0, 7)) == 0xb3d12cbd8b7c47d0);
    CHECK(checksum(generate({3, 50, 1000}, 1.2, 7)) == 0x997bdf2c8c88651e);
    CHECK(generate({3, 50, 100}, 1.2, 7).codes != generate({3, 50, 100}, 1.2, 8).codes);
}

TEST_CASE("Codes follow Zipf's law, and measures are 1 to 999") {
    const double zipf = GENERATE(0.0, 0.5, 1.2, 2.0);
    constexpr int rows = 100'000;
    constexpr std::uint32_t cardinality = 20;
    const Rows generated = generate({1, cardinality, rows}, zipf, 3);
    double weights = 0;
    for (int code = 0; code < static_cast<int>(cardinality); ++code)
        weights += std::pow(code + 1, -zipf);
    for (std::uint32_t code = 0; code < cardinality; ++code) {
        const double expected = rows * std::pow(code + 1, -zipf) / weights;
        INFO("code " << code << ", skew " << zipf << ", seed 3");
        CHECK(std::abs(static_cast<double>(std::ranges::count(generated.codes[0], code)) - expected) <=
              5 * std::sqrt(expected));
    }
    CHECK(std::ranges::min(generated.measures[0]) == 1);
    CHECK(std::ranges::max(generated.measures[0]) == 999);
}

TEST_CASE("Data that cannot be are refused") {
    const auto message = [](const Generated& what, double zipf) {
        return usage_message([&] { generate(what, zipf, 1); });
    };
    CHECK(message({0, 1, 1}, 0) == "cube generate: 0 dimensions is out of range: choose 1 to 32");
    CHECK(message({1, 1, -1}, 0) == "cube generate: -1 rows is out of range: choose 0 to 2147483647");
    CHECK(message({1, 1, 1}, 8.5) == "cube generate: a skew of 8.5 is out of range: choose 0 to 8");
    CHECK(message({1, 1, 1}, std::nan("")) == "cube generate: a skew of nan is out of range: choose 0 to 8");
    CHECK(message({1, 0, 1}, 0) ==
          "cube generate: a cardinality of 0 is out of range: choose 1 to 4294967295");
    CHECK(message({1, 1 << 25, 1}, 1) ==
          "cube generate: a cardinality of 33554432 is out of range: choose 1 to 16777216");
}

} // namespace scanline::cube::generate_test
