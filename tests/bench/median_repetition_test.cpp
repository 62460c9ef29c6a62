#include "scanline/bench/compaction_timing.h"

#include <catch2/catch.hpp>

namespace scanline::bench {

TEST_CASE("The median repetition is one that was measured, with its own stages") {
    const std::vector<StageTimes> repetitions{
        {{{"search", 1.0}, {"concatenation", 8.0}}, 9.0},
        {{{"search", 3.0}, {"concatenation", 1.0}}, 4.0},
        {{{"search", 2.0}, {"concatenation", 5.0}}, 7.0},
    };
    const StageTimes& median = median_repetition(repetitions);
    CHECK(&median == &repetitions[2]);
    // Of an even number it is the faster of the two in the middle.
    const std::vector<StageTimes> even{{{}, 5.0}, {{}, 1.0}, {{}, 2.0}, {{}, 9.0}};
    CHECK(median_repetition(even).milliseconds == 2.0);
    CHECK(median_repetition({{{}, 3.0}}).milliseconds == 3.0);
}

} // namespace scanline::bench
