#pragma once
#include "scanline/data/table.h"
#include "scanline/tables/column_type.h"
#include "scanline/tables/column_work.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanline::view {

/// A column that dimensions can come from, or a part of one with dates.
struct ExplorerColumn {
    std::string name;        ///< "price", "when.month"
    std::string column;      ///< "price", "when"
    std::int64_t values = 0; ///< different ones in a sample of the rows
    bool is_number = false;  ///< of finite numbers, for bins and measures
    int bins = 0;            ///< proposed for numbers; 0: as they are
    bool proposed = false;   ///< as a dimension
    std::string note{};      ///< why it is text, if it looks like something else
};

/// The columns of a table, those with dates as their parts, unless several formats fit them; a column that is
/// called as a part would be, "when.year", comes in its place. Proposes up to
/// most_proposed dimensions: texts, numbers and parts of dates with few values as they are, then other
/// numbers in bins.
///
/// Errors: failure, naming the table, if it has no rows; Cancelled.
std::vector<ExplorerColumn> explorer_columns(const data::Table& table, const tables::Reading& reading = {},
                                             const cpu::Options& options = {},
                                             const tables::ColumnWork::Show& show = {});
inline constexpr int most_proposed = 6;

} // namespace scanline::view
