#include "scanline/skyline/device_skyline.h"

#include "compute/compute_fixture.h"
#include "scanline/core/random.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>

#include <string>
#include <vector>

namespace scanline::skyline::device_skyline_gl_test {

using scanline::test::ComputeTest;
using scanline::test::error_message;

namespace {

std::vector<std::uint32_t> brute_force(const Keys& keys) {
    std::vector<std::uint32_t> ids;
    for (std::int64_t p = 0; p < keys.size(); ++p) {
        bool dominated = false;
        for (std::int64_t q = 0; q < keys.size() && !dominated; ++q)
            dominated = dominates(keys[q], keys[p], keys.dimensions);
        if (!dominated)
            ids.push_back(static_cast<std::uint32_t>(p));
    }
    return ids;
}

/// How keys are spread.
enum class Spread { few_values, wide, one_column_constant, all_equal, worst_rows, anti_correlated };
constexpr std::array all_spreads{Spread::few_values, Spread::wide,       Spread::one_column_constant,
                                 Spread::all_equal,  Spread::worst_rows, Spread::anti_correlated};

Keys make_keys(Spread spread, std::int64_t rows, int dimensions, std::uint64_t seed) {
    Random random(seed);
    Keys keys{std::vector<std::uint32_t>(static_cast<std::size_t>(rows * dimensions)), dimensions};
    for (std::size_t i = 0; i < keys.values.size(); ++i) {
        const auto column = static_cast<int>(i % static_cast<std::size_t>(dimensions));
        const std::size_t row = i / static_cast<std::size_t>(dimensions);
        std::uint32_t& key = keys.values[i];
        switch (spread) {
        case Spread::few_values: key = static_cast<std::uint32_t>(random.below(5)); break;
        case Spread::wide: key = static_cast<std::uint32_t>(random.next()); break;
        case Spread::one_column_constant:
            key = column == dimensions / 2 ? 0xffffffffu : static_cast<std::uint32_t>(random.below(9));
            break;
        case Spread::all_equal: key = 7; break;
        case Spread::worst_rows:
            key = row % 3 == 0 ? 0xffffffffu : static_cast<std::uint32_t>(random.below(3));
            break;
        case Spread::anti_correlated:
            key = static_cast<std::uint32_t>(random.below(20)) +
                  (column == static_cast<int>(row % static_cast<std::size_t>(dimensions)) ? 0u : 8u);
            break;
        }
    }
    return keys;
}

void check(const DeviceSkyline& find, const Keys& keys, const std::vector<std::uint32_t>& expected) {
    const std::vector<std::uint32_t> ids = find(keys).ids;
    REQUIRE(ids == expected);
}

} // namespace

TEST_CASE("Every algorithm finds the rows that no other dominates") {
    ComputeTest test;
    const int dimensions = GENERATE(1, 2, 3, 5, 12, 31);
    std::vector<std::pair<DeviceAlgorithm, DeviceSkyline>> found;
    for (const DeviceAlgorithm algorithm : all_device_algorithms)
        if (algorithm != DeviceAlgorithm::automatic && takes_dimensions(algorithm, dimensions))
            found.emplace_back(algorithm, DeviceSkyline(test.engine(), dimensions, {algorithm}));
    std::uint64_t seed = 2000;
    for (const std::int64_t rows : {0, 1, 2, 3, 17, 63, 64, 65, 255, 256, 257, 1025}) {
        for (const Spread spread : all_spreads) {
            ++seed;
            const Keys keys = make_keys(spread, rows, dimensions, seed);
            const std::vector<std::uint32_t> expected = brute_force(keys);
            for (const auto& [algorithm, find] : found) {
                INFO(to_string(algorithm) << ": " << rows << " rows of " << dimensions << ", spread "
                                          << static_cast<int>(spread) << ", seed " << seed);
                check(find, keys, expected);
            }
        }
    }
}

} // namespace scanline::skyline::device_skyline_gl_test
