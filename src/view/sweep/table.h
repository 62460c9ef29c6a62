#pragma once
#include "scanline/bench/results.h"

#include <string>
#include <vector>

namespace scanline::view {

/// The rows of results as text.
struct SweepTable {
    struct Column {
        std::string title, description;
        bool number = false; ///< right-aligned
    };
    std::string common; ///< the values that all rows share: "elements 65536, negated false"
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows; ///< one cell per column
};

/// Columns: the axes on which rows differ, the median time, its quartiles, the time in roofs, millions of
/// elements per second, and why a row was skipped, if any was. Roofs only if a row has one.
SweepTable sweep_table(const bench::Results& results);

} // namespace scanline::view
