#pragma once
#include "scanline/systems/experiment.h"

#include <cstdint>
#include <string>

namespace scanline::systems::test {

/// Where a row of a skyline is on the axes.
struct SkylinePoint {
    std::string kind = "independent", algorithm = "sky-align";
    int columns = 12;
    std::int64_t rows = 1'000'000;
    std::string by = "scanline-compute", threads = "-";
};

/// A row of six repetitions of the same time, with these tests of a row of the table.
void add_skyline(Results& results, const SkylinePoint& point, double milliseconds, double tests = 1,
                 double masks = 1);

/// Results of skyline, and of skyline-levels, that nobody measured, on a GPU: every claim holds.
Results good_skylines();
Results good_skyline_levels();

} // namespace scanline::systems::test
