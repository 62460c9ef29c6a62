#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/data/table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanline::view {

/// A column that dimensions can come from, or a part of one with dates; judged by a sample of its rows.
struct ExplorerColumn {
    std::string name;        ///< "price", "when.month"
    std::string column;      ///< "price", "when"
    std::int64_t values = 0; ///< different ones
    bool is_number = false;
    int bins = 0;            ///< proposed for numbers; 0: as they are
    bool proposed = false;   ///< as a dimension
    bool measurable = false; ///< each row has a number
};

/// The columns of a table, those with dates as their parts. Proposes up to most_proposed dimensions: texts,
/// numbers and parts of dates with few values as they are, then other numbers in bins.
///
/// Errors: failure, naming the table, if it has no rows; Cancelled.
std::vector<ExplorerColumn> explorer_columns(const data::Table& table, const CancelHook& cancelled);
inline constexpr int most_proposed = 6;

} // namespace scanline::view
