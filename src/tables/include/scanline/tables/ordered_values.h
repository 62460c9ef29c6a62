#pragma once
#include "scanline/tables/column_type.h"
#include "scanline/tables/column_work.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace scanline::tables {

/// Numbers as doubles of the same order, which are equal only for equal numbers. NaN stands for a missing
/// value.
struct OrderedNumbers {
    std::vector<double> values;
    /// False: the values are the nearest doubles. True: some numbers have no double of their own, so the
    /// values are ranks.
    bool are_ranks = false;
    std::vector<Decimal> distinct{}; ///< of ranks: the number of each
};

/// Parses the size of the steps that ordered_numbers() takes: a positive number of up to 15 digits. Errors:
/// usage; `what` starts the message.
Decimal parse_step(std::string_view what, std::string_view text);

/// Reads the numbers of these rows of a column; with a step, floor(number / step), computed in decimal.
/// work: of rows.size() rows.
///
/// Errors: those of number_in(); failure, naming row and column, for more than 10^38 steps; Cancelled.
///
///     // cells 9007199254740993, 9007199254740992, NA
///     ordered_numbers(table, 0, rows, {}, {}, work)   // values 1, 0, NaN, are_ranks
OrderedNumbers ordered_numbers(const data::Table& table, std::size_t column,
                               std::span<const std::uint32_t> rows, const Reading& reading,
                               const std::optional<Decimal>& step, const ColumnWork& work);

/// Gives equal numbers on all ranks equal values, of the order of all: ranks if any rank has some. Each rank
/// passes its rows of the same columns.
void order_over_ranks(ranks::Communicator& ranks, std::span<OrderedNumbers> columns);

/// A column's type and, if it is text of numbers, their ordered_numbers() in all rows, read in one pass.
struct TypedNumbers {
    ColumnType type;
    std::vector<double> numbers{};
};
/// Of these columns, which threads share. Types and order are those of the rows of all ranks, if there are
/// several; the numbers those of this table. Throws Cancelled.
std::vector<TypedNumbers> typed_numbers(const data::Table& table, std::span<const std::size_t> columns,
                                        const Reading& reading, const cpu::Options& options,
                                        ranks::Communicator* ranks = nullptr);

/// A column to sort rows by.
struct SortColumn {
    std::size_t column = 0;
    bool is_descending = false;
};

/// Parses "COLUMN", "COLUMN:asc" or "COLUMN:desc". Errors: usage if there is no such column; `option` starts
/// the message.
SortColumn parse_sort_column(std::string_view option, const data::Table& table, std::string_view text);

/// Sorts rows of a table by the values of the first column, then of the next: numbers and dates by value,
/// texts by their bytes, missing values last. Rows with equal values stay in their order. Returns indices
/// into `rows`; of several ranks, into the rows of rank 0, then those of rank 1 ..., all on each rank.
/// Multithreaded. Errors: usage for dates that several formats fit; Cancelled.
std::vector<std::uint32_t> sorted_rows(const data::Table& table, std::span<const std::uint32_t> rows,
                                       std::span<const SortColumn> columns, const Reading& reading,
                                       const cpu::Options& options, ranks::Communicator* ranks = nullptr);

} // namespace scanline::tables
