#include "scanline/skyline/generate.h"

#include "support/error_message.h"

#include "scanline/skyline/skyline.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <cmath>

namespace scanline::skyline::generate_test {

using Catch::Matchers::ContainsSubstring;
using scanline::test::usage_message;

namespace {

constexpr std::uint64_t seed = 1;

struct Moments {
    double mean = 0, deviation = 0;
    double correlation = 0; ///< of two columns that are no neighbours, or of the two there are
};

Moments moments(Kind kind, int dimensions) {
    constexpr std::int64_t size = 20'000;
    const auto table = generate(kind, size, dimensions, seed);
    const auto points = table.points();
    double sums[2]{}, squares[2]{}, product = 0;
    for (std::int64_t row = 0; row < size; ++row) {
        const double pair[2]{points[row][0], points[row][dimensions / 2]};
        for (int i = 0; i < 2; ++i) {
            sums[i] += pair[i] / size;
            squares[i] += pair[i] * pair[i] / size;
        }
        product += pair[0] * pair[1] / size;
    }
    const auto deviation = [&](int i) { return std::sqrt(squares[i] - sums[i] * sums[i]); };
    return {sums[0], deviation(0), (product - sums[0] * sums[1]) / (deviation(0) * deviation(1))};
}

std::size_t skyline_size(Kind kind, int dimensions) {
    return find(keys_of<float>(generate(kind, 10'000, dimensions, seed).points())).ids.size();
}

} // namespace

TEST_CASE("Generated columns have the means and correlations of their kind") {
    for (const Kind kind : enumerators<Kind>) {
        for (const int dimensions : {2, 4, 12}) {
            INFO(to_string(kind) << ", " << dimensions << " columns, seed " << seed);
            CHECK(std::abs(moments(kind, dimensions).mean - 0.5) < 0.01);
        }
    }
    CHECK(std::abs(moments(Kind::independent, 4).deviation - std::sqrt(1 / 12.0)) < 0.01);
    CHECK(std::abs(moments(Kind::independent, 4).correlation) < 0.03);
    CHECK(moments(Kind::correlated, 2).correlation > 0.5);
    CHECK(moments(Kind::anticorrelated, 2).correlation < -0.8);
    CHECK(moments(Kind::anticorrelated, 4).correlation < -0.1);
}

TEST_CASE("Generated skylines have the usual sizes") {
    INFO("seed " << seed);
    const std::size_t independent = skyline_size(Kind::independent, 6),
                      correlated = skyline_size(Kind::correlated, 6),
                      anticorrelated = skyline_size(Kind::anticorrelated, 6);
    // Of independent columns, (ln n)^5 / 5! is the first term.
    CHECK(independent > 550);
    CHECK(independent < 2200);
    CHECK(correlated < independent / 5);
    CHECK(anticorrelated > 2 * independent);
}

TEST_CASE("A seed generates the same on every machine, and rows stay in [0, 1]") {
    using Values = std::vector<float>;
    CHECK(generate(Kind::independent, 1, 2, seed).coordinates == Values{0x1.22145cp-1f, 0x1.7dd71cp-1f});
    CHECK(generate(Kind::correlated, 1, 2, seed).coordinates == Values{0x1.9561d8p-1f, 0x1.0a89ap-1f});
    CHECK(generate(Kind::anticorrelated, 1, 2, seed).coordinates == Values{0x1.f8f5fp-2f, 0x1.404ab6p-1f});
    for (const Kind kind : enumerators<Kind>) {
        INFO(to_string(kind));
        const auto table = generate(kind, 1000, 7, seed);
        CHECK(table.coordinates.size() == 7000);
        CHECK((table.coordinates == generate(kind, 1000, 7, seed).coordinates));
        CHECK((table.coordinates != generate(kind, 1000, 7, seed + 1).coordinates));
        CHECK(std::ranges::all_of(table.coordinates, [](float value) { return value >= 0 && value <= 1; }));
    }
}

TEST_CASE("Tables of any shape are generated, others refused") {
    for (const Kind kind : enumerators<Kind>) {
        CHECK(generate(kind, 0, 3, seed).coordinates.empty());
        CHECK(generate(kind, 10, 1, seed).coordinates.size() == 10);
        CHECK(generate(kind, 3, 31, seed).coordinates.size() == 93);
    }
    CHECK_THAT(usage_message([] { generate(Kind::correlated, 5, 0, seed); }),
               ContainsSubstring("0 columns cannot be: there are 1 to 31"));
    CHECK_THAT(usage_message([] { generate(Kind::correlated, 5, 32, seed); }),
               ContainsSubstring("32 columns"));
    CHECK_THAT(usage_message([] { generate(Kind::correlated, -1, 3, seed); }),
               ContainsSubstring("-1 rows cannot be: there are 0 to 2147483647"));
}

} // namespace scanline::skyline::generate_test
