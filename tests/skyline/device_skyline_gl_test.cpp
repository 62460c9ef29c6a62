#include "scanline/skyline/device_skyline.h"

#include "compute/compute_fixture.h"
#include "kdtree/cancel_at.h"
#include "key_sets.h"
#include "scanline/skyline/reference/oracles.h"
#include "scanline/skyline/reference/sky_align.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace scanline::skyline::device_skyline_gl_test {

using namespace test;
using scanline::test::ComputeTest;
using scanline::test::error_message;

namespace {

using Ids = std::vector<std::uint32_t>;

Ids brute_force(const Keys& keys) {
    Ids ids;
    for (std::int64_t p = 0; p < keys.size(); ++p) {
        bool dominated = false;
        for (std::int64_t q = 0; q < keys.size() && !dominated; ++q)
            dominated = dominates(keys[q], keys[p], keys.dimensions);
        if (!dominated)
            ids.push_back(static_cast<std::uint32_t>(p));
    }
    return ids;
}

/// Every algorithm for a number of columns.
class Algorithms {
public:
    Algorithms(compute::Engine& engine, int dimensions) {
        for (const DeviceAlgorithm algorithm : enumerators<DeviceAlgorithm>)
            if (algorithm != DeviceAlgorithm::automatic && takes_dimensions(algorithm, dimensions))
                all_.emplace_back(algorithm, DeviceSkyline(engine, dimensions, {algorithm}));
    }

    void check(const Keys& keys, const Ids& expected) const {
        for (const auto& [algorithm, find] : all_) {
            INFO(to_string(algorithm) << ", " << keys.size() << " rows of " << keys.dimensions);
            const Ids found = find(keys).ids;
            const auto [kept, stays] = std::ranges::mismatch(found, expected);
            INFO("the first to differ: "
                 << (kept == found.end() ? "none" : "row " + std::to_string(*kept)) << " is found, "
                 << (stays == expected.end() ? "none" : "row " + std::to_string(*stays)) << " is right");
            const bool is_right = found == expected;
            REQUIRE(is_right);
        }
    }

private:
    std::vector<std::pair<DeviceAlgorithm, DeviceSkyline>> all_;
};

} // namespace

TEST_CASE("Two of four rows are not dominated") {
    ComputeTest test;
    const DeviceSkyline find(test.engine(), 3);
    const std::vector<float> table{1, 2, 3, 2, 2, 1, 2, 4, 1, 3, 3, 3};
    CHECK(find(keys_of<float>({table, 3})).ids == Ids{0, 1});
}

TEST_CASE("Every algorithm on the GPU finds the rows that no other dominates") {
    ComputeTest test;
    std::uint64_t seed = 2000;
    for (const int dimensions : {1, 2, 3, 5, 12, 31}) {
        const Algorithms algorithms(test.engine(), dimensions);
        for (const std::int64_t rows : {0, 1, 2, 3, 17, 63, 64, 65, 255, 256, 257, 1025}) {
            for (const Spread spread : all_spreads) {
                const Keys keys = make_keys(spread, rows, dimensions, ++seed);
                INFO("spread " << static_cast<int>(spread) << ", seed " << seed);
                algorithms.check(keys, brute_force(keys));
            }
        }
    }
}

TEST_CASE("Skylines are the same in every tier, and where software is taken for hardware") {
    ComputeTest test;
    const Keys keys = make_keys(Spread::anticorrelated, 700, 5, 2500);
    const Ids expected = brute_force(keys);
    for (const auto* engines : {&test.engines(), &test.other_engines()}) {
        for (const auto& engine : *engines) {
            INFO(to_string(engine->tier()));
            Algorithms(*engine, 5).check(keys, expected);
        }
    }
}

TEST_CASE("Long tests are cut into pieces, and leave the same skyline") {
    ComputeTest test;
    // More rows than the killers of a piece, in cells of several chunks.
    for (const Spread spread : {Spread::anticorrelated, Spread::few_values, Spread::wide}) {
        const Keys keys = make_keys(spread, 6000, 5, 2600);
        INFO("spread " << static_cast<int>(spread));
        Algorithms(test.engine(), 5).check(keys, reference::sfs(keys).ids);
    }
}

TEST_CASE("Cells that are too many for one list leave out no dominator") {
    ComputeTest test;
    constexpr int dimensions = 12;
    constexpr std::uint64_t seed = 2700;
    Random random(seed);
    // All sums are the same, so no row dominates another. Then comes a worse copy of each.
    Keys keys{{}, dimensions};
    Ids expected(2000);
    std::iota(expected.begin(), expected.end(), 0u);
    for (std::size_t row = 0; row < expected.size(); ++row) {
        std::uint32_t left = 1 << 24;
        for (int column = 1; column < dimensions; ++column) {
            keys.values.push_back(2 * static_cast<std::uint32_t>(random.below(1 << 19)));
            left -= keys.values.back();
        }
        keys.values.push_back(left);
    }
    for (std::size_t row = 0; row < expected.size(); ++row) {
        const auto* const better = keys.values.data() + row * dimensions;
        std::vector<std::uint32_t> worse(better, better + dimensions);
        ++worse[random.below(dimensions)];
        keys.values.insert(keys.values.end(), worse.begin(), worse.end());
    }
    INFO("seed " << seed);
    Algorithms(test.engine(), dimensions).check(keys, expected);
}

TEST_CASE("SkyAlign takes as many tests on the GPU as on the CPU, in every run") {
    ComputeTest test;
    using reference::SkyAlignVariant;
    const std::array<std::pair<DeviceAlgorithm, SkyAlignVariant>, 4> variants{
        {{DeviceAlgorithm::sky_align, SkyAlignVariant::full},
         {DeviceAlgorithm::sky_align_padded, SkyAlignVariant::full},
         {DeviceAlgorithm::sky_align_no_sync, SkyAlignVariant::no_sync},
         {DeviceAlgorithm::sky_align_no_quart, SkyAlignVariant::no_quart}}};
    for (const auto& [algorithm, variant] : variants) {
        const DeviceSkyline find(test.engine(), 6, {.algorithm = algorithm, .counters = true});
        for (const std::int64_t rows : {1, 64, 500, 6000}) {
            for (const Spread spread : all_spreads) {
                if (rows == 6000 && spread != Spread::anticorrelated)
                    continue;
                INFO(to_string(algorithm) << ", " << rows << " rows, spread " << static_cast<int>(spread));
                const Keys keys = make_keys(spread, rows, 6, 2800);
                const Skyline found = find(keys), expected = reference::sky_align(keys, variant);
                CHECK((found.ids == expected.ids));
                CHECK(found.counters.dominance_tests == expected.counters.dominance_tests);
                CHECK(found.counters.mask_tests == expected.counters.mask_tests);
                CHECK(find(keys).counters == found.counters);
                if (variant != SkyAlignVariant::no_sync)
                    CHECK((found.levels == expected.levels));
            }
        }
    }
}

TEST_CASE("The other algorithms count their tests, the same in every run") {
    ComputeTest test;
    const Keys keys = make_keys(Spread::anticorrelated, 1000, 5, 2900);
    for (const DeviceAlgorithm algorithm :
         {DeviceAlgorithm::sky_cells, DeviceAlgorithm::sorted_blocks, DeviceAlgorithm::brute_force}) {
        const DeviceSkyline find(test.engine(), 5, {.algorithm = algorithm, .counters = true});
        INFO(to_string(algorithm));
        const Counters counted = find(keys).counters;
        CHECK(counted.dominance_tests > 0);
        CHECK((counted.mask_tests > 0) == (algorithm == DeviceAlgorithm::sky_cells));
        // One for each dominated row, and for the few pairs that their codes leave in doubt.
        if (algorithm == DeviceAlgorithm::sky_cells)
            CHECK(counted.dominance_tests <= keys.size());
        CHECK(find(keys).counters == counted);
    }
}

TEST_CASE("Cells count each look at codes, up to that at the row that dominates") {
    ComputeTest test;
    const DeviceSkyline find(test.engine(), 2, {.algorithm = DeviceAlgorithm::sky_cells, .counters = true});
    // Among the strong rows: the first looks at both, each other one at the first alone. Then the first,
    // which is left, looks at itself.
    CHECK(find({{0, 0, 9, 9}, 2}).counters.mask_tests == 2 + 1 + 1);
    CHECK(find({{0, 0, 7, 7, 8, 8, 9, 9}, 2}).counters.mask_tests == 4 + 3 + 1);
}

TEST_CASE("Equal rows cost the GPU hardly more tests than one") {
    ComputeTest test;
    const DeviceSkyline find(test.engine(), 5, {.algorithm = DeviceAlgorithm::sky_cells, .counters = true});
    Keys keys = make_keys(Spread::wide, 200, 5, 2950);
    const std::int64_t once = find(keys).counters.dominance_tests;
    const std::vector<std::uint32_t> values = keys.values;
    for (int copy = 0; copy < 9; ++copy)
        keys.values.insert(keys.values.end(), values.begin(), values.end());
    const Skyline found = find(keys);
    CHECK((found.ids == brute_force(keys)));
    // Records of the same cell may lie in another order.
    CHECK(found.counters.dominance_tests <= 2 * once);
}

TEST_CASE("Of equal rows of a skyline found on the GPU the first alone may be kept") {
    ComputeTest test;
    const DeviceSkyline find(test.engine(), 2);
    const Keys keys{{3, 1, 1, 3, 3, 1, 4, 4, 1, 3, 2, 2}, 2};
    CHECK(find(keys).ids == Ids{0, 1, 2, 4, 5});
    CHECK(find(keys, {.duplicates = Duplicates::first}).ids == Ids{0, 1, 5});
}

TEST_CASE("Progress on the GPU rises to the number of points") {
    ComputeTest test;
    const Keys keys = make_keys(Spread::anticorrelated, 9000, 5, 3000);
    for (const DeviceAlgorithm algorithm :
         {DeviceAlgorithm::sky_cells, DeviceAlgorithm::sorted_blocks, DeviceAlgorithm::sky_align}) {
        INFO(to_string(algorithm));
        std::vector<std::int64_t> settled;
        const DeviceSkyline find(test.engine(), 5, {algorithm});
        find(keys, {.progress = [&](std::int64_t points, std::int64_t) { settled.push_back(points); }});
        CHECK(std::ranges::is_sorted(settled));
        REQUIRE_FALSE(settled.empty());
        CHECK(settled.back() == keys.size());
    }
}

TEST_CASE("Skylines on the GPU are cancelled between their passes") {
    ComputeTest test;
    const Keys keys = make_keys(Spread::anticorrelated, 3000, 5, 3100);
    for (const DeviceAlgorithm algorithm :
         {DeviceAlgorithm::sky_cells, DeviceAlgorithm::sorted_blocks, DeviceAlgorithm::sky_align}) {
        INFO(to_string(algorithm));
        const DeviceSkyline find(test.engine(), 5, {algorithm});
        const Ids expected = find(keys).ids;
        kdtree::test::check_cancelled_anywhere(
            10, [&](const CancelHook& hook) { find(keys, {.limits = {.cancelled = hook}}); });
        CHECK((find(keys).ids == expected));
    }
}

TEST_CASE("Tables that the GPU cannot take are refused with what they are and what the limit is") {
    ComputeTest test;
    const auto refused = [&](int dimensions, DeviceAlgorithm algorithm, const Keys& keys) {
        return error_message(ErrorKind::usage,
                             [&] { DeviceSkyline(test.engine(), dimensions, {algorithm})(keys); });
    };
    CHECK(refused(32, DeviceAlgorithm::automatic, {{}, 32}) ==
          "skyline: a table has 1 to 31 columns, not 32");
    CHECK(refused(3, DeviceAlgorithm::sweep, {{}, 3}) ==
          "skyline: sweep takes 1 or 2 columns, not 3: choose another algorithm");
    CHECK(refused(2, DeviceAlgorithm::automatic, {{1, 2, 3}, 3}) ==
          "skyline: keys of 3 columns, where this is for 2: make another one");
    gl::Capabilities small = test.capabilities();
    small.max_storage_block = 1 << 16;
    compute::Engine engine(small, {.chained = false}); // its self-test needs more
    const Keys many = make_keys(Spread::wide, 6000, 3, 3200);
    CHECK(error_message(ErrorKind::usage, [&] { DeviceSkyline(engine, 3)(many); }).find("skyline: ") == 0);
}

} // namespace scanline::skyline::device_skyline_gl_test
