#include "scanline/cpu/scan.h"

#include <catch2/catch_all.hpp>

namespace scan_division_test {

using namespace scanline::cpu;

namespace {

using Boundaries = std::vector<std::int64_t>;

} // namespace

TEST_CASE("Threads share what there is evenly unless a partition is dilated") {
    for (const ScanPasses passes : {ScanPasses::increment, ScanPasses::accumulate}) {
        const ScanDivision division(passes, {.threads = 3});
        CHECK_FALSE(division.dilated());
        CHECK(division.together(4) == 12);
        CHECK(division.boundaries(12) == Boundaries{0, 4, 8, 12});
        CHECK(division.boundaries(2) == Boundaries{0, 1, 1, 2}); // two thirds of an element round to one
        CHECK(division.boundaries(0) == Boundaries{0, 0, 0, 0});
    }
}

TEST_CASE("A dilated division has a last partition that is smaller, and a first one where it is scanned") {
    const ScanDivision increment(ScanPasses::increment, {.threads = 2, .dilation = 0.5});
    CHECK(increment.dilated());
    CHECK(increment.together(4) == 10);
    CHECK(increment.boundaries(10) == Boundaries{0, 4, 8, 10});
    const ScanDivision accumulate(ScanPasses::accumulate, {.threads = 2, .dilation = 0.5});
    CHECK(accumulate.together(4) == 8);
    CHECK(accumulate.boundaries(8) == Boundaries{0, 2, 6, 8});
    const ScanDivision apart(ScanPasses::accumulate, {.threads = 2, .dilation = 1, .first_dilation = 0.25});
    CHECK(apart.boundaries(9) == Boundaries{0, 1, 5, 9});
}

TEST_CASE("What is done at a time is never nothing, however small the partitions are") {
    const ScanDivision division(ScanPasses::accumulate, {.threads = 1, .dilation = 0.1});
    CHECK(division.together(1) == 1);
}

} // namespace scan_division_test
