#include "scanline/skyline/trace.h"

#include "tables.h"

#include "scanline/skyline/reference/sky_align.h"

#include <algorithm>
#include <bit>
#include <catch2/catch_all.hpp>
#include <tuple>

namespace scanline::skyline::trace_test {

using namespace test;
using Outcome = Trace::Outcome;

namespace {

// By the definition in reference::sky_align()'s comment.
bool passes_filter(const Keys& keys, std::uint32_t row, std::uint32_t tau) {
    const std::span<const std::uint32_t> values(keys[row], static_cast<std::size_t>(keys.dimensions));
    return std::ranges::any_of(values, [tau](auto key) { return key < tau; }) ||
           std::ranges::all_of(values, [tau](auto key) { return key == tau; });
}

void check_masks(const Keys& keys, const Trace& trace) {
    for (int column = 0; column < keys.dimensions && !trace.order.empty(); ++column) {
        std::vector<std::uint32_t> sorted;
        for (const std::uint32_t row : trace.order)
            sorted.push_back(keys[row][column]);
        std::ranges::sort(sorted);
        const std::size_t n = sorted.size();
        const std::array quartiles{sorted[n / 4], sorted[n / 2], sorted[n / 4 + n / 2]};
        CHECK(trace.quartiles[static_cast<std::size_t>(column)] == quartiles);
        for (const std::uint32_t row : trace.order) {
            const bool upper = keys[row][column] > quartiles[1];
            CHECK((trace.rows[row].median >> column & 1) == (upper ? 1u : 0u));
            CHECK((trace.rows[row].quartile >> column & 1) ==
                  (keys[row][column] > quartiles[upper ? 2 : 0] ? 1u : 0u));
        }
    }
}

void check_trace(const Keys& keys) {
    const Trace trace = trace_sky_align(keys);
    const Skyline found = reference::sky_align(keys);
    CHECK(trace.found.ids == brute_force(keys));
    CHECK(trace.found.levels == found.levels);
    CHECK(trace.found.counters == found.counters);
    REQUIRE(static_cast<std::int64_t>(trace.rows.size()) == keys.size());

    std::vector<std::uint32_t> kept, skyline;
    for (std::uint32_t row = 0; row < keys.size(); ++row) {
        INFO("row " << row);
        const Trace::Row& one = trace.rows[row];
        CHECK((one.outcome == Outcome::filtered) == !passes_filter(keys, row, trace.tau));
        if (one.outcome == Outcome::skyline) {
            skyline.push_back(row);
            CHECK(one.dominator == row);
            CHECK(one.level == std::popcount(one.median));
        } else {
            CHECK(dominates(keys[one.dominator], keys[row], keys.dimensions));
        }
        if (one.outcome == Outcome::filtered) {
            CHECK(one == Trace::Row{.dominator = trace.tau_row});
        } else {
            kept.push_back(row);
            CHECK(one.level <= std::popcount(one.median));
        }
        // A dominator is looked at in its own level, so it is still there.
        if (one.outcome == Outcome::pruned) {
            const Trace::Row& by = trace.rows[one.dominator];
            CHECK(std::popcount(by.median) == one.level);
            CHECK(by.level == one.level);
        }
    }
    CHECK(trace.found.ids == skyline);
    for (const LevelStats& stats : trace.found.levels) {
        const auto alive = [&](const Trace::Row& row) { return row.level >= stats.level; };
        const auto pruned = [&](const Trace::Row& row) {
            return row.outcome == Outcome::pruned && row.level == stats.level;
        };
        CHECK(std::ranges::count_if(trace.rows, alive) == stats.points);
        CHECK(std::ranges::count_if(trace.rows, pruned) == stats.pruned);
    }
    const auto place = [&](std::uint32_t row) {
        const std::uint32_t mask = trace.rows[row].median;
        return std::tuple(std::popcount(mask), mask, row);
    };
    std::ranges::sort(kept, {}, place);
    CHECK(trace.order == kept);
    check_masks(keys, trace);
}

} // namespace

TEST_CASE("The trace of the worked example is the one made by hand") {
    const Trace trace = trace_sky_align({{1, 2, 3, 2, 2, 1, 2, 4, 1, 3, 3, 3}, 3});
    CHECK(trace.tau == 2);
    CHECK(trace.tau_row == 1);
    CHECK(trace.quartiles == std::vector<std::array<std::uint32_t, 3>>{{1, 2, 2}, {2, 2, 2}, {1, 1, 1}});
    CHECK(trace.order == std::vector<std::uint32_t>{1, 2, 0});
    CHECK(trace.rows == std::vector<Trace::Row>{{0b100, 0b100, Outcome::skyline, 1, 0},
                                                {0b000, 0b001, Outcome::skyline, 0, 1},
                                                {0b010, 0b011, Outcome::pruned, 0, 1},
                                                {0, 0, Outcome::filtered, -1, 1}});
}

TEST_CASE("A trace has the levels, counters and ids of SkyAlign, and dominators that dominate") {
    check_trace({{}, 3});
    check_trace({{7, 7}, 2});
    check_trace({{5, 5, 5, 5, 5, 5}, 2});
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const int dimensions = 1 + static_cast<int>(seed % 8);
        INFO("seed " << seed << ", " << dimensions << " columns");
        check_trace(random_keys(150, dimensions, 2 + static_cast<int>(seed % 40), seed));
    }
}

} // namespace scanline::skyline::trace_test
