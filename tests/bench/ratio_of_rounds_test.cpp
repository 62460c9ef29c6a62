
#include "scanline/bench/claim_list.h"

#include <catch2/catch_all.hpp>

#include <vector>

namespace scanline::bench::ratio_of_rounds_test {

using Catch::Matchers::ContainsSubstring;
using Times = std::vector<double>;

TEST_CASE("A ratio is that of times of the same round, whatever slowed both, and further rounds of one do "
          "not count") {
    const MedianInterval ratio = ratio_of_rounds(Times{2, 20, 200, 7}, Times{1, 10, 100}, "a over b");
    CHECK(ratio.low == 2);
    CHECK(ratio.median == 2);
    CHECK(ratio.high == 2);
}

TEST_CASE("A ratio has the confidence interval of its rounds") {
    const MedianInterval ratio = ratio_of_rounds(Times{1.02, 0.98, 1.05, 1.03, 1.00, 1.04, 1.21, 1.01, 1.06},
                                                 Times(9, 1.0), "a over b");
    CHECK(ratio.low == 1.00);
    CHECK(ratio.median == 1.03);
    CHECK(ratio.high == 1.06);
}

TEST_CASE("Of times that the timer cannot tell, or a single round, there is no ratio") {
    CHECK_THROWS_AS(ratio_of_rounds(Times{1, 1}, Times{1, 0}, "a over b"), NotMeasured);
    CHECK_THROWS_WITH(ratio_of_rounds(Times{0, 1}, Times{1, 1}, "a over b"),
                      "a over b is too short for the timer");
    CHECK_THROWS_WITH(ratio_of_rounds(Times{1}, Times{1, 1}, "a over b"),
                      ContainsSubstring("single repetition"));
    CHECK_THROWS_AS(ratio_of_rounds({}, {}, "a over b"), NotMeasured);
}

} // namespace scanline::bench::ratio_of_rounds_test
