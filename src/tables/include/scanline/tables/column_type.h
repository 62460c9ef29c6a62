#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/core/named.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/data/table.h"
#include "scanline/ranks/communicator.h"
#include "scanline/tables/date.h"
#include "scanline/tables/number_form.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::tables {

/// How to read the cells of a table.
struct Reading {
    NumberForm numbers{};
    std::vector<std::string> missing{}; ///< further texts for missing values
    std::vector<std::string> texts{};   ///< columns of texts as written: only empty cells are missing
    std::optional<DateFormat> dates{};  ///< of all columns of dates; otherwise found from each column
};

/// True for an empty cell and for NA, N/A, n/a, <NA>, #N/A, null, NULL, None, NaN, nan, -nan, \N, and the
/// texts of Reading::missing. Names such as "Nan" and "Null" are texts.
bool is_missing(std::string_view cell, const Reading& reading);

enum class Kind {
    unknown, ///< all cells are missing
    number,
    date,
    text,
};
constexpr auto table_of(Kind) {
    using enum Kind;
    return named<Kind>({{unknown, "unknown"}, {number, "number"}, {date, "date"}, {text, "text"}});
}
using scanline::to_string;

/// The type of a column, which all of its cells share that are not missing.
struct ColumnType {
    Kind kind = Kind::unknown;
    NumberForm numbers{};              ///< of Kind::number
    std::optional<DateFormat> dates{}; ///< of Kind::date; none if several formats fit, with other dates
    std::string example{};             ///< of Kind::text: a cell that is neither a number nor a date

    /// The number in a cell of Kind::number.
    std::optional<Decimal> number(std::string_view cell) const { return read_cell(cell, numbers); }
    /// True if a cell that is not missing is of the type.
    bool takes(std::string_view cell) const;
};

/// Finds the type of a column from its cells. A column is of numbers if all cells are numbers and none is a
/// code; of dates if one format reads all cells; otherwise of text.
///
///     TypeSniffer sniffer({});
///     sniffer.add("9");
///     sniffer.add("x7");
///     sniffer.type().kind == Kind::text
class TypeSniffer {
public:
    explicit TypeSniffer(const Reading& reading) : reading_(&reading) {}

    /// cell: not missing.
    void add(std::string_view cell);
    /// In place of cells: the column is of text as written, or of an array of numbers.
    void set(Kind kind);
    /// The cells of a later part of the column.
    void add(const TypeSniffer& later);

    bool can_be_numbers() const { return readers() == all_readers || (readers() & numbers) != 0; }
    /// Further cells cannot change that it is text, and cells of an earlier part only the example.
    bool is_text() const { return readers() == 0; }
    ColumnType type() const;

private:
    friend void merge_over_ranks(ranks::Communicator& ranks, std::span<TypeSniffer> sniffers);

    /// What reads all cells so far: a bit for each format of dates, one for numbers, and one for elements of
    /// arrays, which no cell leaves.
    using Readers = std::uint32_t;
    static constexpr Readers elements = 1u << 31, numbers = 1u << 30, dates = numbers - 1,
                             all_readers = elements | numbers | dates;
    /// A cell that fewer read, and those that are left. With all of these, parts can be joined.
    struct Narrowing {
        Readers readers = all_readers;
        std::string cell{};
    };

    Readers readers() const { return narrowings_.empty() ? all_readers : narrowings_.back().readers; }

    const Reading* reading_;
    std::vector<Narrowing> narrowings_; ///< the first is that of the first cell
    DateSniffer dates_;
};

/// Joins what the ranks' sniffers have seen of the same columns, whose parts are in the order of the ranks:
/// afterwards each has seen all cells.
void merge_over_ranks(ranks::Communicator& ranks, std::span<TypeSniffer> sniffers);

/// True if Reading::texts names this column, by name or number.
bool is_text_as_written(const data::Table& table, std::size_t column, const Reading& reading);

/// Tells a sniffer the cells of a column, up to the first that shows that it is text.
void sniff(const data::Table& table, std::size_t column, const Reading& reading, TypeSniffer& sniffer,
           CancelPoll& poll);

/// The type of a column from all cells.
ColumnType type_of(const data::Table& table, std::size_t column, const Reading& reading,
                   CancelPoll poll = {});

/// The types of columns from the rows of all ranks, if there are several. Threads share the columns. Throws
/// Cancelled.
std::vector<ColumnType> types_of(const data::Table& table, std::span<const std::size_t> columns,
                                 const Reading& reading, const cpu::Options& options,
                                 ranks::Communicator* ranks = nullptr);

/// The number in a cell; none if it is missing. Errors: failure, naming row and column, for other text, with
/// the option that would read it.
std::optional<Decimal> number_in(const data::Table& table, std::size_t row, std::size_t column,
                                 const Reading& reading);

/// The number in a cell of text as the nearest double, if the cell is written as most are; otherwise none,
/// also for a missing value: see number_in().
std::optional<double> plain_double(std::string_view cell, const Reading& reading);

/// The same number as a double: a decimal as the nearest one. Errors: also a number that double cannot hold:
/// beyond its range, or a whole number of up to 64 bits, without an exponent, that is not a double.
std::optional<double> double_in(const data::Table& table, std::size_t row, std::size_t column,
                                const Reading& reading);

/// Why a cell is not of a column's type, and what to do: "is 'x', where the column has numbers: ...".
std::string mismatch_text(std::string_view cell, const ColumnType& type);

} // namespace scanline::tables
