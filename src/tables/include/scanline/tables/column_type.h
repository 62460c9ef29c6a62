#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/core/named.h"
#include "scanline/data/table.h"
#include "scanline/tables/date.h"
#include "scanline/tables/number_form.h"

#include <cstddef>
#include <optional>
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
    bool can_be_numbers() const { return type_.kind == Kind::number || type_.kind == Kind::unknown; }
    bool is_text() const { return type_.kind == Kind::text; } ///< further cells cannot change it
    ColumnType type() const;

private:
    const Reading* reading_;
    ColumnType type_;
    DateSniffer dates_;
};

/// True if Reading::texts names this column, by name or number.
bool is_text_as_written(const data::Table& table, std::size_t column, const Reading& reading);

/// The type of a column from all cells; stops at the first that shows that it is text.
ColumnType type_of(const data::Table& table, std::size_t column, const Reading& reading,
                   CancelPoll poll = {});

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
