#include "scanline/skyline/reference/sky_align.h"

#include "tables.h"

#include "scanline/skyline/reference/oracles.h"

#include <catch2/catch_all.hpp>

#include <numeric>

namespace scanline::skyline::sky_align_test {

using namespace test;
using namespace reference;

TEST_CASE("The counters of the worked example are those made by hand") {
    // The filter removes row 3. Quartiles: 1 2 2, 2 2 2, 1 1 1. Median masks of rows 0 to 2, column 2 first:
    // 100, 000, 010; quartile masks: 100, 001, 011.
    const Keys keys{{1, 2, 3, 2, 2, 1, 2, 4, 1, 3, 3, 3}, 3};
    const Skyline full = sky_align(keys);
    CHECK(full.ids == std::vector<std::uint32_t>{0, 1});
    // Level 0: row 1 looks at itself; rows 0 and 2 at the cell and at row 1 in it; only 2 is tested, and
    // goes. Level 1: row 0 looks at itself.
    CHECK(full.levels == std::vector<LevelStats>{
                             {0, 3, 1, {1, 5}}, {1, 1, 0, {0, 1}}, {2, 0, 0, {0, 0}}, {3, 0, 0, {0, 0}}});
    CHECK(full.counters == Counters{1, 6});
    CHECK(sky_align(keys, SkyAlignVariant::no_sync).counters == full.counters);
    // Rows 0 and 2 look at the cell, and both are tested.
    CHECK(sky_align(keys, SkyAlignVariant::no_quart).counters == Counters{2, 2});
}

TEST_CASE("Levels account for every point and every test, and repacking spares some") {
    std::int64_t spared = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        INFO("seed " << seed);
        const Keys keys = random_keys(300, 5, 30, seed);
        const Skyline full = sky_align(keys), unsynced = sky_align(keys, SkyAlignVariant::no_sync);
        REQUIRE(full.levels.size() == 6);
        std::int64_t pruned = 0;
        Counters counters;
        for (std::size_t level = 0; level < full.levels.size(); ++level) {
            const LevelStats& stats = full.levels[level];
            CHECK(stats.level == static_cast<int>(level));
            CHECK(stats.points == unsynced.levels[level].points);
            CHECK(stats.pruned == unsynced.levels[level].pruned);
            pruned += stats.pruned;
            counters.dominance_tests += stats.counters.dominance_tests;
            counters.mask_tests += stats.counters.mask_tests;
        }
        CHECK(counters == full.counters);
        CHECK(pruned == full.levels[0].points - static_cast<std::int64_t>(full.ids.size()));
        CHECK(full.counters.mask_tests <= unsynced.counters.mask_tests);
        spared += unsynced.counters.mask_tests - full.counters.mask_tests;
    }
    CHECK(spared > 0);
}

TEST_CASE("Oracles count their tests") {
    // Row 1 dominates row 0 and takes its place; row 2 is dominated by it.
    const Keys keys{{2, 2, 1, 1, 3, 3}, 2};
    CHECK(bnl(keys).counters == Counters{3, 0});
    CHECK(sfs(keys).counters == Counters{2, 0});
    CHECK(bnl(keys).ids == std::vector<std::uint32_t>{1});
}

} // namespace scanline::skyline::sky_align_test
