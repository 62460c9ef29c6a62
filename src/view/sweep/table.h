#pragma once
#include "scanline/bench/results.h"

#include <string>
#include <vector>

namespace scanline::view {

/// The rows of results as text.
struct SweepTable {
    struct Column {
        std::string title, description;
        bool number = false; ///< aligned at the right
    };
    std::string common; ///< the values that all rows share: "elements 65536, negated false"
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows; ///< a cell for each column
};

/// Columns: the axes on which rows differ, the median time, its quartiles, how many roofs that is, millions
/// of elements in a second, and why a row was skipped where one was. Roofs where a row has one.
SweepTable sweep_table(const bench::Results& results);

} // namespace scanline::view
