#pragma once
#include "scanline/data/table.h"
#include "scanline/ranks/communicator.h"
#include "scanline/skyline/layers.h"
#include "scanline/skyline/skyline.h"
#include "scanline/tables/column_type.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace scanline::skyline {

/// A column that takes part.
struct QueryColumn {
    std::size_t column = 0;
    Direction direction = Direction::min;
    /// Compares values by floor(value / epsilon), computed in decimal: the cell of a grid that they are in.
    /// Then every row left out is dominated, or as good, within epsilon. Source: Laumanns, Thiele, Deb,
    /// Zitzler, "Combining Convergence and Diversity in Evolutionary Multiobjective Optimization", 2002.
    std::optional<tables::Decimal> epsilon{};
    /// The result of tables::typed_numbers() for this column, if the caller has it; null reads the column.
    std::shared_ptr<const std::vector<double>> numbers{};
};

/// A GPU that finds skylines in place of find(); see find_on().
struct DeviceFinder {
    FindSkyline find;
    std::int64_t min_rows = 0; ///< groups of fewer are left to find()
};

/// A skyline of some rows of a table.
struct TableQuery {
    std::vector<QueryColumn> columns;
    tables::Reading reading{};
    std::vector<std::string> where{};  ///< conditions; rows that fail any of them are ignored
    std::optional<std::size_t> diff{}; ///< a separate skyline for each value of this column
    bool drop_nan = false;             ///< leaves out rows with missing values in columns that take part
    std::optional<int> layers{};       ///< number of skylines to peel
    Options options{};
    std::optional<DeviceFinder> device{};
    /// If not null: the table is this rank's part of one that the ranks share, in their order. All ranks ask
    /// the same.
    ranks::Communicator* ranks = nullptr;
};

/// Over ranks, rows are those of the rank's own table, and counts are of all ranks.
struct TableAnswer {
    std::vector<std::uint32_t> rows;                    ///< ascending
    std::optional<std::vector<std::uint32_t>> layers{}; ///< of each row, from 1, if layers were asked for
    std::vector<std::int64_t> sizes{};                  ///< rows of each layer, or of the skyline
    std::int64_t filtered = 0;                          ///< rows that meet the conditions
    std::int64_t dropped = 0;                           ///< rows left out for missing values
    std::int64_t groups = 0;
    std::int64_t sent = 0; ///< rows that ranks sent to each other to compare them
    Counters counters{};
    std::string how; ///< the algorithm of the largest group, and why; empty if that was for the GPU

    std::int64_t kept() const { return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}); }
};

/// progress(part, what): called with the part that is done, and what is being done; none if empty. An array
/// of int32 or float32 without conditions, groups or grids is converted by all threads, without a copy.
///
/// Errors: usage for more than points::max_points rows; those of tables::parse_condition() for "--where" and
/// of tables::CellTest; failure for missing values and for other texts in columns that take part, with row
/// and column; those of find(); Cancelled.
///
///     const auto hotels = data::read_table("hotels.csv");
///     answer(*hotels, {.columns = {{0, Direction::min}, {1, Direction::max}}}).rows;
TableAnswer answer(const data::Table& table, const TableQuery& query,
                   const std::function<void(double part, const std::string& what)>& progress = {});

} // namespace scanline::skyline
