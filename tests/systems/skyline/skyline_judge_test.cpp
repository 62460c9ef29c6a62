#include "experiments/skyline_experiments.h"

#include <catch2/catch_all.hpp>

#include <algorithm>

namespace scanline::systems::skyline_judge_test {

namespace {

using Ids = std::vector<std::uint32_t>;

// Rows 0, 1 and 3 are the skyline; 1 and 3 are equal.
const points::PointCloud<float> small{{1, 5, 2, 2, 3, 3, 2, 2, 2, 5}, 2};

} // namespace

TEST_CASE("A right skyline is right, and what is kept or missed wrongly is named") {
    CHECK_FALSE(SkylineJudge(small.points()).wrong({0, 1, 3}));
    const auto wrong = [](const Ids& ids) { return SkylineJudge(small.points()).wrong(ids).value_or(""); };
    CHECK(wrong({0, 1, 2, 3}) == "keeps row 2, which row 1 dominates");
    CHECK(wrong({0, 1}) == "misses row 3, which no row dominates");
    CHECK(wrong({}) == "misses row 0, which no row dominates");
    CHECK(wrong({1, 0, 3}) == "row numbers do not ascend");
    CHECK(wrong({0, 1, 1, 3}) == "row numbers do not ascend");
    CHECK(wrong({0, 1, 3, 5}) == "there is no row 5: there are 5");
}

TEST_CASE("Of large tables, a later result is compared row by row with the first") {
    const points::PointCloud<float> table =
        skyline::generate(skyline::Kind::independent, 10'000, 3, data_seed);
    Ids right;
    for (std::uint32_t row = 0; row < 10'000; ++row) {
        const float* const q = table.points()[row];
        bool stays = true;
        for (std::int64_t other = 0; other < 10'000 && stays; ++other) {
            const float* const p = table.points()[other];
            stays = !(std::equal(p, p + 3, q, std::less_equal()) && !std::equal(p, p + 3, q));
        }
        if (stays)
            right.push_back(row);
    }
    SkylineJudge judge(table.points());
    REQUIRE_FALSE(judge.wrong(right));
    for (std::size_t at = 0; at < right.size(); at += 7) {
        Ids missing = right;
        missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(at));
        CHECK(judge.wrong(missing) == "misses row " + std::to_string(right[at]) + ", which no row dominates");
    }
    CHECK_FALSE(judge.wrong(right));
}

} // namespace scanline::systems::skyline_judge_test
